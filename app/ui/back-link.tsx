import { Link } from '@remix-run/react'
import { Icon } from './icon'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back" to={to}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  )
}
