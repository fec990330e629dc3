import { Link } from '@remix-run/react'
import { Icon, type IconName } from '~/ui/icon'

type Tile = { to: string; icon: IconName; label: string; text: string }

/** The screens that the dashboard begins with (spec §2). */
const TILES: Tile[] = [
  { to: '/admin/deals', icon: 'tags', label: 'Manage Deals', text: 'Search, edit, publish, New Deal' },
  { to: '/admin/csv-import', icon: 'file-up', label: 'CSV Import', text: 'Deals, or verified changes' },
  { to: '/admin/reviews', icon: 'message-square-text', label: 'Reviews', text: 'Approve or reject reviews' },
  { to: '/admin/comments', icon: 'messages-square', label: 'Comments', text: 'Approve or reject comments' },
  { to: '/admin/analytics', icon: 'chart-line', label: 'Analytics', text: 'Clicks, ratings, programs' },
  { to: '/admin/users', icon: 'users', label: 'Users', text: 'Roles, suspensions, profiles' },
]

export function Tiles() {
  return (
    <nav aria-label="Staff screens">
      <ul className="grid grid-cols-2 gap-3 xl:grid-cols-3">
        {TILES.map(({ to, icon, label, text }) => (
          <li key={to}>
            <Link
              to={to}
              discover="none"
              className="grid h-full min-h-13 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md border border-border bg-card px-3 py-2.5 no-underline hover:border-primary sm:px-4"
            >
              <Icon name={icon} className="size-5 text-primary" />
              <span>
                <b className="block font-semibold leading-snug wrap-anywhere">{label}</b>
                <span className="text-small leading-snug text-muted-foreground max-sm:hidden">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
