import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

const TOPS = { line: 'border-t border-border-strong', heading: '' }

type ContributionListProps = {
  /** What is above the list: its own line, or a heading with one. */
  top?: keyof typeof TOPS
  children: ReactNode
}

/** Contributions of one member, newest first. */
export function ContributionList({ top = 'line', children }: ContributionListProps) {
  return <ul className={classes('grid', TOPS[top])}>{children}</ul>
}

export function ContributionItem({ children }: { children: ReactNode }) {
  return <li className="grid gap-2 border-b border-border py-5">{children}</li>
}

/** The line above a contribution: its status, its deal and its dates. */
export function ContributionHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-small text-subtle-foreground">{children}</div>
  )
}

/** What was written. */
export function ContributionText({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="max-w-measure text-control whitespace-pre-line text-muted-foreground">
      {children}
    </p>
  )
}
