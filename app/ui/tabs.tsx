import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'

type Tab = { to: string; label: string; current?: boolean; count?: ReactNode }

const CURRENT =
  'text-foreground after:absolute after:inset-x-0 after:bottom-0 after:h-1.25 after:border-y-2 after:border-primary after:bg-background'

/**
 * Tabs are links: each has its own address. The line below is a shadow, because a border would be below what tabs draw
 * on.
 */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  return (
    <nav
      className="relative flex gap-7 overflow-x-auto inset-shadow-[0_-1px_var(--color-border-strong)] [scrollbar-width:none] max-[30rem]:gap-4.5"
      aria-label={label}
    >
      {items.map(({ to, label, current, count }) => (
        <Link
          discover="none"
          key={to}
          to={to}
          className={classes(
            'relative inline-flex min-h-12 items-center gap-2 font-semibold whitespace-nowrap no-underline max-[30rem]:gap-1.5',
            current ? CURRENT : 'text-muted-foreground hover:text-foreground',
          )}
          aria-current={current ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          {count}
        </Link>
      ))}
    </nav>
  )
}
