import { Link } from '@remix-run/react'

type Tab = { to: string; label: string; current?: boolean }

/** Tabs are links: each has its own address. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ to, label, current }) => (
        <Link discover="none" key={to} to={to} aria-current={current ? 'page' : undefined} preventScrollReset>
          {label}
        </Link>
      ))}
    </nav>
  )
}
