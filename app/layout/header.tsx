import { Link } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { iconButtonClasses } from '~/ui/button-classes'
import { Icon } from '~/ui/icon'
import { LogoLink } from '~/ui/logo'
import { MobileMenu, PAGES } from './mobile-menu'
import { PageLink } from './page-link'
import { ThemeToggle } from './theme'
import { nameNotifications, UnreadCount } from './unread-count'

/** The header shrinks after 50 pixels of scroll (`data-scrolled`, set by the script). `unread` is set for members. */
export function Header({ unread, isStaff }: { unread: number | undefined; isStaff: boolean }) {
  return (
    <>
      <header className="site-header">
        <div className="wrap site-header__in">
          <LogoLink />
          <nav className="site-nav" aria-label="Main">
            {PAGES.map(({ to, label }) => (
              <PageLink key={to} to={to}>
                {label}
              </PageLink>
            ))}
          </nav>
          <div className="site-header__end">
            <ThemeToggle />
            {unread === undefined ? (
              <ButtonLink to="/auth" tone="secondary">
                Sign In
              </ButtonLink>
            ) : (
              <>
                {isStaff ? (
                  <ButtonLink to="/admin" tone="secondary" icon="layout-dashboard" className="max-md:hidden">
                    Admin
                  </ButtonLink>
                ) : null}
                <MemberLinks unread={unread} />
              </>
            )}
            <button
              className={iconButtonClasses({ className: 'menu-btn' })}
              type="button"
              popovertarget="menu"
              aria-label="Open menu"
            >
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <MobileMenu unread={unread} isStaff={isStaff} />
    </>
  )
}

/** Phones have no bell: the menu button shows the count. */
function MemberLinks({ unread }: { unread: number }) {
  return (
    <>
      <Link
        to="/account/notifications"
        discover="none"
        className={iconButtonClasses({ className: 'bell' })}
        aria-label={nameNotifications(unread)}
        data-tip="Notifications"
      >
        <Icon name="bell" />
        <UnreadCount unread={unread} size="sm" className="bell__count" isHidden />
      </Link>
      <ButtonLink to="/account" tone="secondary" icon="user-round" className="account-btn">
        Account
        <UnreadCount unread={unread} className="account-btn__count min-[30rem]:hidden">
          <span className="sr-only"> unread notifications</span>
        </UnreadCount>
      </ButtonLink>
    </>
  )
}
