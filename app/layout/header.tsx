import { Link } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { iconButtonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { LogoLink } from '~/ui/logo'
import { MobileMenu, PAGES } from './mobile-menu'
import { PageLink } from './page-link'
import { ThemeToggle } from './theme'
import { nameNotifications, UnreadCount } from './unread-count'

// The current page has the double line of a ledger below it.
const PAGE =
  'relative inline-flex min-h-control items-center rounded-sm px-3 font-medium text-control text-muted-foreground no-underline transition-colors after:absolute after:inset-x-3 after:bottom-1.5 after:h-1 after:border-primary after:border-y hover:text-foreground aria-[current=page]:text-foreground not-aria-[current=page]:after:hidden'
/** Narrow screens have room for one button; the narrowest leave it to the menu. */
const BUTTON = 'ms-2 max-lg:me-1 max-sm:min-h-10 max-sm:px-3.5 max-[22rem]:hidden'

type HeaderProps = {
  /** Set for members. */
  unread: number | undefined
  isStaff: boolean
  /** Only the logo and the theme, for a page that nothing should distract from. */
  isBare?: boolean
}

/** The header shrinks after 50 pixels of scroll (`data-scrolled`, set by the script). */
export function Header({ unread, isStaff, isBare = false }: HeaderProps) {
  return (
    <>
      <header
        className="group/header sticky top-0 z-40 border-border border-b bg-background transition duration-180 data-scrolled:bg-header-glass data-scrolled:[backdrop-filter:saturate(1.5)_blur(12px)] print:static"
        data-site-header=""
      >
        <div className="wrap flex min-h-16 items-center gap-2 transition-[min-height] duration-180 group-data-scrolled/header:min-h-header-compact sm:gap-4 lg:min-h-header">
          <LogoLink place="header" />
          {isBare ? null : (
            <nav className="hidden lg:ms-5 lg:flex lg:gap-0.5" aria-label="Main">
              {PAGES.map(({ to, label }) => (
                <PageLink key={to} to={to} className={PAGE}>
                  {label}
                </PageLink>
              ))}
            </nav>
          )}
          <div className="ms-auto flex items-center gap-1 max-lg:-me-2.5 print:hidden">
            {isBare ? null : <SearchLink />}
            <ThemeToggle />
            {isBare ? null : <Controls unread={unread} isStaff={isStaff} />}
          </div>
        </div>
      </header>
      {isBare ? null : <MobileMenu unread={unread} isStaff={isStaff} />}
    </>
  )
}

/** A document load, because only that moves the focus to the field. */
function SearchLink() {
  return (
    <Link
      to="/deals#q"
      reloadDocument
      className={iconButtonClasses({})}
      aria-label="Search deals"
      data-tip="Search deals"
    >
      <Icon name="search" />
    </Link>
  )
}

function Controls({ unread, isStaff }: HeaderProps) {
  return (
    <>
      {unread === undefined ? (
        <ButtonLink to="/auth" tone="secondary" className={BUTTON}>
          Sign In
        </ButtonLink>
      ) : (
        <>
          {isStaff ? (
            <ButtonLink
              to="/admin"
              tone="secondary"
              icon="layout-dashboard"
              className={classes(BUTTON, 'max-md:hidden')}
            >
              Admin
            </ButtonLink>
          ) : null}
          <MemberLinks unread={unread} />
        </>
      )}
      <button
        className={iconButtonClasses({ className: 'lg:hidden' })}
        type="button"
        popovertarget="menu"
        aria-label="Open menu"
      >
        <Icon name="menu" />
      </button>
    </>
  )
}

/** Phones have no bell: the account button shows the count. The narrowest have the bell instead of that button. */
function MemberLinks({ unread }: { unread: number }) {
  return (
    <>
      <Link
        to="/account/notifications"
        discover="none"
        className={iconButtonClasses({ className: 'relative max-[22rem]:inline-grid max-sm:hidden' })}
        aria-label={nameNotifications(unread)}
        data-tip="Notifications"
      >
        <Icon name="bell" />
        <UnreadCount
          unread={unread}
          size="sm"
          className="absolute end-0 top-0.5 leading-4.5 ring-2 ring-background"
          isHidden
        />
      </Link>
      <ButtonLink to="/account" tone="secondary" className={BUTTON}>
        <Icon name="user-round" className="max-sm:hidden" />
        Account
        <UnreadCount unread={unread} className="ms-0.5 sm:hidden">
          <span className="sr-only"> unread notifications</span>
        </UnreadCount>
      </ButtonLink>
    </>
  )
}
