import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { LEDGER_RULES } from './ledger-rules'

/** A row of figures between the double rules of a ledger. */
export function Tallies({ children }: { children: ReactNode }) {
  return (
    <dl className={classes(LEDGER_RULES, 'grid grid-cols-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none')}>
      {children}
    </dl>
  )
}

type TallyProps = {
  label: ReactNode
  /** Where its proof is. The whole figure is the link. */
  to?: string
  children: ReactNode
}

// Two columns on phones, one row from there on.
const FIGURE =
  'relative flex min-w-0 flex-col-reverse justify-end gap-0.5 border-border py-3.5 pe-2 max-sm:even:border-s max-sm:even:ps-4 max-sm:odd:last:col-span-full max-sm:nth-[n+3]:border-t sm:not-first:border-s sm:not-first:ps-4.5'

/** A figure and, below it, what it counts. */
export function Tally({ label, to, children }: TallyProps) {
  return (
    <div className={FIGURE}>
      <dt className="text-caption text-muted-foreground leading-snug">
        {to ? (
          // Its own line is less than 24 pixels high, the least for a target.
          <Link
            to={to}
            discover="none"
            className="-my-1 inline-block py-1 no-underline after:absolute after:inset-0 hover:underline"
          >
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

/** What a figure is part of, after it: "of 24". */
export function TallyPart({ children }: { children: ReactNode }) {
  return <small className="font-book font-sans text-muted-foreground text-small tracking-[0]">{children}</small>
}
