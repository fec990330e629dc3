import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'

type PageLinkProps = {
  to: string /** Current only on the page itself, not on pages below it. */
  end?: boolean
  children: ReactNode
}

/** A menu link; `aria-current` marks the current page. */
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
