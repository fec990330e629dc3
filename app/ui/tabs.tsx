import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

type Tab = { to: string; label: string; current?: boolean; count?: ReactNode }

/** Tabs are links: each has its own address. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ to, label, current, count }) => (
        <Link discover="none" key={to} to={to} aria-current={current ? 'page' : undefined} preventScrollReset>
          {label}
          {count}
        </Link>
      ))}
    </nav>
  )
}
