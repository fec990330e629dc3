import type { ReactNode } from 'react'
import { classes } from './classes'

/** Amounts and, as the last row, what they come to. */
export function Sum({ children }: { children: ReactNode }) {
  return <dl className="grid gap-2">{children}</dl>
}

/** Dots lead from the term to its amount. */
export function SumRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2 text-control before:order-1 before:flex-1 before:-translate-y-1 before:border-b before:border-dotted before:border-border-strong">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="order-2 text-end font-medium">{children}</dd>
    </div>
  )
}

type SumTotalProps = {
  term: string
  /** Whether words stand in place of the amount: they are no taller than the term. */
  isMissing?: boolean
  children: ReactNode
}

/** The rule of a sum is only under what is added up. A price of seven digits takes a line of its own. */
export function SumTotal({ term, isMissing, children }: SumTotalProps) {
  return (
    <div className="flex flex-wrap items-end gap-2 text-control not-first:mt-1 not-first:border-t not-first:border-foreground not-first:pt-3">
      <dt className={classes('font-semibold whitespace-nowrap', !isMissing && 'pb-2')}>{term}</dt>
      <dd className="ms-auto text-end font-medium">{children}</dd>
    </div>
  )
}
