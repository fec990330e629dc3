import { Link, useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { Count } from '~/ui/badge'
import { Icon, type IconName } from '~/ui/icon'
import { SkipLink } from '~/ui/skip-link'

type Entry = {
  to: string
  label: string
  icon?: IconName
  /** Screens that have no entry of their own. */
  also?: string[]
  isForAdmins?: boolean
}

const QUEUE = '/admin/queue'

const GROUPS: Entry[][] = [
  [
    { to: '/admin', label: 'Dashboard', icon: 'layout-dashboard' },
    {
      to: QUEUE,
      label: 'Queue',
      icon: 'inbox',
      also: ['/admin/reviews', '/admin/comments', '/admin/change-logs', '/admin/answers'],
    },
    { to: '/admin/queue/freshness', label: 'Freshness', icon: 'calendar-clock' },
  ],
  [
    { to: '/admin/deals', label: 'Deals', icon: 'tags', also: ['/admin/csv-import', '/admin/merge/deal'] },
    { to: '/admin/products', label: 'Products', icon: 'package', also: ['/admin/merge/product'] },
    { to: '/admin/vendors', label: 'Vendors', icon: 'building-2', also: ['/admin/merge/vendor'] },
    {
      to: '/admin/categories',
      label: 'Categories and platforms',
      icon: 'folder-open',
      also: ['/admin/platforms', '/admin/merge/category'],
    },
  ],
  [{ to: '/admin/analytics', label: 'Analytics', icon: 'chart-line' }],
]

/** The entries below "Site". */
const SITE: Entry[] = [
  { to: '/admin/site', label: 'Name and logo', isForAdmins: true },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/pages', label: 'Pages', isForAdmins: true },
  { to: '/admin/links', label: 'Links', isForAdmins: true },
  { to: '/admin/seo', label: 'SEO' },
  { to: '/admin/audit', label: 'Audit Log' },
  { to: '/admin/system', label: 'System', isForAdmins: true },
]

/** The address of the entry that a page belongs to: the one with the longest matching path. */
function findCurrent(pathname: string) {
  const matches = [...GROUPS.flat(), ...SITE].flatMap(({ to, also = [] }) =>
    [to, ...also]
      .filter((path) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)))
      .map((path) => ({ to, length: path.length })),
  )
  return matches.sort((a, b) => b.length - a.length)[0]?.to
}

// On narrow screens the bar scrolls: to the current link, and so far that the first one in view is whole.
const ENTRY =
  'flex min-h-control flex-none snap-start items-center gap-2.5 whitespace-nowrap rounded-sm px-3 font-medium text-control text-muted-foreground no-underline hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground max-lg:aria-[current=page]:[scroll-initial-target:nearest]'
const WIDE = 'lg:-ms-3 lg:min-h-10'
const NARROW = 'lg:min-h-8.5 lg:text-small'

/** `waiting` is the number of items in the queue. */
export function AdminNav({ waiting }: { waiting: number }) {
  const isAdmin = useCurrentUser()?.role === 'ADMIN'
  const current = findCurrent(useLocation().pathname)
  const site = SITE.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  return (
    <nav
      className="relative -mx-gutter flex gap-1 overflow-x-auto border-border px-gutter py-2 [scrollbar-width:none] max-lg:snap-x max-lg:snap-mandatory max-lg:scroll-px-gutter max-lg:border-b lg:sticky lg:top-header lg:mx-0 lg:flex-col lg:self-start lg:overflow-visible lg:ps-0 lg:pe-4 lg:pt-7 lg:pb-8"
      aria-label="Admin"
    >
      <SkipLink to="#screen">Skip admin navigation</SkipLink>
      <span className="pb-2 font-semibold text-caption text-subtle-foreground max-lg:hidden">Admin</span>
      {GROUPS.map((entries) => (
        <Fragment key={entries[0]!.to}>
          {entries.map((entry) => (
            <NavEntry key={entry.to} entry={entry} current={current} look={WIDE}>
              {entry.to === QUEUE && waiting > 0 ? <WaitingCount count={waiting} /> : null}
            </NavEntry>
          ))}
          <hr className="my-2 border-border max-lg:hidden" />
        </Fragment>
      ))}
      <details
        className="group max-lg:flex max-lg:flex-none max-lg:open:details-content:contents"
        open={site.some(({ to }) => to === current)}
      >
        <summary className={`${ENTRY} ${WIDE} cursor-pointer list-none marker:hidden group-open:text-foreground`}>
          <Icon name="settings" />
          Site
          <Icon name="chevron-down" className="ms-auto size-4 group-open:rotate-180" />
        </summary>
        <div className="flex gap-1 lg:ms-2.5 lg:grid lg:gap-0 lg:border-border lg:border-s lg:ps-2.5">
          {site.map((entry) => (
            <NavEntry key={entry.to} entry={entry} current={current} look={NARROW} />
          ))}
        </div>
      </details>
    </nav>
  )
}

type NavEntryProps = { entry: Entry; current: string | undefined; look: string; children?: ReactNode }

function NavEntry({ entry: { to, label, icon }, current, look, children }: NavEntryProps) {
  return (
    <Link to={to} discover="none" className={`${ENTRY} ${look}`} aria-current={to === current ? 'page' : undefined}>
      {icon ? <Icon name={icon} className="in-aria-[current=page]:text-primary" /> : null}
      {label}
      {children}
    </Link>
  )
}

function WaitingCount({ count }: { count: number }) {
  return (
    <span className="ms-auto">
      <Count value={count} due>
        <span className="sr-only"> waiting</span>
      </Count>
    </span>
  )
}
