import type { ReactNode } from 'react'

/** A row of figures between the double rules of a ledger. */
export function Tallies({ children }: { children: ReactNode }) {
  return <dl className="tally">{children}</dl>
}

/** A figure and, below it, what it counts. */
export function Tally({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="price">{children}</dd>
    </div>
  )
}
