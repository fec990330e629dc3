import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

/** A row of figures between the double rules of a ledger. */
export function Tallies({ children }: { children: ReactNode }) {
  return <dl className="tally">{children}</dl>
}

type TallyProps = {
  label: ReactNode
  /** Where its proof is. */
  to?: string
  children: ReactNode
}

/** A figure and, below it, what it counts. */
export function Tally({ label, to, children }: TallyProps) {
  return (
    <div>
      <dt>
        {to ? (
          <Link to={to} discover="none">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="price">{children}</dd>
    </div>
  )
}
