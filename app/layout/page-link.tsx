import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'

type PageLinkProps = {
  to: string
  /** Current only on the page itself, not on pages below it. */
  end?: boolean
  className?: string
  children: ReactNode
}

/** A menu link; `aria-current` marks the current page. */
export function PageLink({ to, end, className, children }: PageLinkProps) {
  // As a function, because NavLink adds a class of its own to a string.
  return (
    <NavLink to={to} end={end} discover="none" className={() => className}>
      {children}
    </NavLink>
  )
}
