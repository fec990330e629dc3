import { Link } from '@remix-run/react'
import type { Concern } from '~/features/moderation/dashboard.server'
import { Count } from '~/ui/badge'

/** What is wrong or late, each with a way to the list of it. Left out when there is nothing. */
export function Concerns({ concerns }: { concerns: Concern[] }) {
  if (concerns.length === 0) return null
  return (
    <section className="box" aria-labelledby="attention">
      <div className="box__head">
        <h2 id="attention">Needs attention</h2>
      </div>
      <ul className="box__body concerns">
        {concerns.map(({ label, count, to }) => (
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
