import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

/** Deals in a box, each with a day or a word at its end and a note below. */
export function DatedList({ children }: { children: ReactNode }) {
  return <ul className="grid">{children}</ul>
}

export function DatedEntry({ children }: { children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-border px-5 py-3.25 not-first:border-t">
      {children}
    </li>
  )
}

const ENDS = { start: '', end: 'text-end whitespace-nowrap' }

export function DatedNote({ at = 'start', children }: { at?: keyof typeof ENDS; children: ReactNode }) {
  return <p className={classes('text-caption leading-4.75 text-subtle-foreground', ENDS[at])}>{children}</p>
}
