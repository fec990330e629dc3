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
      <ul className="tiles">
        {screens.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} discover="none">
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
