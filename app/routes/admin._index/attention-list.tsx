import { Link } from '@remix-run/react'
import type { AttentionItem } from '~/features/moderation/dashboard.server'
import { Count } from '~/ui/badge'

/** Links to the rows that need attention; nothing when there are none. */
export function AttentionList({ items }: { items: AttentionItem[] }) {
  if (items.length === 0) return null
  return (
    <section className="box" aria-labelledby="attention">
      <div className="box__head">
        <h2 id="attention">Needs attention</h2>
      </div>
      <ul className="box__body attention">
        {items.map(({ label, count, to }) => (
          <li key={to}>
            <Link className="link" to={to} discover="none">
              {label}
            </Link>
            <Count value={count} due />
          </li>
        ))}
      </ul>
    </section>
  )
}
