import { Link, useLocation } from '@remix-run/react'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'

type Entry = { to: string; label: string; icon: IconName /** Other pages of the entry. */; pages?: string[] }

const ENTRIES: Entry[] = [
  { to: '/account', label: 'Overview', icon: 'user-round' },
  { to: '/account/notifications', label: 'Notifications', icon: 'bell' },
  { to: '/account/purchases', label: 'Purchases', icon: 'receipt-text' },
  { to: '/account/following', label: 'Saved and following', icon: 'bookmark' },
  { to: '/account/contributions', label: 'Contributions', icon: 'pen-line' },
  { to: '/account/settings', label: 'Settings', icon: 'settings', pages: ['/account/security'] },
]

/** The pages of one's own account; in a narrow window one line that scrolls and begins with the current page in view. */
export function AccountNav() {
  const { pathname } = useLocation()
  return (
    <nav
      className={classes(
        'relative -mx-gutter flex scroll-px-gutter gap-1 overflow-x-auto border-b border-border px-gutter pb-2 [scrollbar-width:none]',
        'lg:-ms-3 lg:me-0 lg:grid lg:gap-0.5 lg:overflow-visible lg:border-0 lg:p-0',
      )}
      aria-label="Account"
    >
      {ENTRIES.map(({ to, label, icon, pages = [] }) => (
        <Link
          key={to}
          to={to}
          discover="none"
          aria-current={[to, ...pages].includes(pageOf(pathname)) ? 'page' : undefined}
          className={classes(
            'group flex min-h-control items-center gap-2.5 rounded-sm px-3 text-control font-medium whitespace-nowrap text-muted-foreground no-underline',
            'hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground',
            'max-lg:aria-[current=page]:[scroll-initial-target:nearest]',
          )}
        >
          <Icon name={icon} className="group-aria-[current=page]:text-primary" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** "/account/purchases" of "/account/purchases/new" */
const pageOf = (pathname: string) => pathname.split('/', 3).join('/')
