import { Link, type LinkProps } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'

/** Links of which one is current: cards or rows of a list, all facts or the differing ones. */
export function LinkGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      className="inline-flex divide-x divide-border-strong overflow-hidden rounded-sm border border-border-strong bg-card print:hidden"
      aria-label={label}
    >
      {children}
    </nav>
  )
}

export function GroupLink({ isCurrent, ...link }: { isCurrent: boolean } & LinkProps) {
  return (
    <Link
      {...link}
      className={classes(
        'inline-flex min-h-10 items-center gap-2 px-3.5 text-small font-semibold no-underline focus-visible:-outline-offset-2 pointer-coarse:min-h-control',
        isCurrent ? 'bg-foreground text-background' : 'text-muted-foreground hover:bg-muted',
      )}
      aria-current={isCurrent ? 'true' : undefined}
    />
  )
}
