import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'

type PageLinkProps = { to: string /** Only the page itself, not those below it. */; end?: boolean; children: ReactNode }

/** A link of a menu; `aria-current` alone marks where the reader is. */
export function PageLink({ to, end, children }: PageLinkProps) {
  return (
    <NavLink to={to} end={end} discover="none" className={noClass}>
      {children}
    </NavLink>
  )
}

function noClass() {
  return undefined
}
