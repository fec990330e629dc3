import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'

type PageLinkProps = { to: string; className?: string; children: ReactNode }

/** A menu link; `aria-current` marks the current page. */
export function PageLink({ to, className, children }: PageLinkProps) {
  // As a function, because NavLink adds a class of its own to a string.
  return (
    <NavLink to={to} discover="none" className={() => className}>
      {children}
    </NavLink>
  )
}
