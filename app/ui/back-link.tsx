import { Link } from '@remix-run/react'
import { Icon } from './icon'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      className="wrap-anywhere inline-flex min-h-control items-center gap-1.5 justify-self-start font-semibold text-muted-foreground text-small no-underline hover:text-foreground hover:underline print:hidden"
      to={to}
    >
      <Icon name="arrow-left" />
      {children}
    </Link>
  )
}
