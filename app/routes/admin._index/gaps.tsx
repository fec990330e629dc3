import { Link } from '@remix-run/react'
import type { AttentionItem } from '~/features/staff/dashboard/attention.server'
import { cappedCount } from '~/ui/pluralize'

/** What deals are missing, with links to the lists of these deals. */
export function Gaps({ items }: { items: AttentionItem[] }) {
  return (
    <section className="box" aria-labelledby="gaps">
      <div className="box__head">
        <h2 id="gaps">Gaps in the record</h2>
      </div>
      <ul className="gaps">
        {items.map(({ label, count, to }) => (
          <li key={to}>
            <Link className="link" to={to} discover="none">
              {label}
            </Link>
            <span className="num">{cappedCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
