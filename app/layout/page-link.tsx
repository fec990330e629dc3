import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'

/** A link of a menu; `aria-current` alone marks where the reader is. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink to={to} discover="none" className={noClass}>
      {children}
    </NavLink>
  )
}

function noClass() {
  return undefined
}
