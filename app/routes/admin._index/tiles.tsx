import { Link } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { staffScreensOf } from '~/features/staff/dashboard/staff-screens'
import { Icon } from '~/ui/icon'

/** The screens that the dashboard begins with (spec §2). The navigation has all of them. */
const TILES = [
  '/admin/deals',
  '/admin/csv-import',
  '/admin/reviews',
  '/admin/comments',
  '/admin/analytics',
  '/admin/users',
]

export function Tiles() {
  const screens = staffScreensOf(useCurrentUser()?.role).filter(({ to }) => TILES.includes(to))
  return (
    <nav aria-label="Staff screens">
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {screens.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              discover="none"
              className="flex h-full min-h-13 items-center gap-2.5 rounded-md border border-border bg-card px-4 py-2 font-medium text-control no-underline hover:border-border-strong hover:text-primary-soft-foreground"
            >
              <Icon name={icon} className="size-4.5 text-primary" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
