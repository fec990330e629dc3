import { ButtonLink } from '~/ui/button'
import { iconButtonClasses } from '~/ui/button-classes'
import { Icon } from '~/ui/icon'
import { Logo } from '~/ui/logo'
import { PageLink } from './page-link'
import { ThemeToggle } from './theme'
import { nameNotifications } from './unread-count'

export const PAGES = [
  { to: '/deals', label: 'Deals' },
  { to: '/categories', label: 'Categories' },
  { to: '/platforms', label: 'Platforms' },
  { to: '/changes', label: 'Changes' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
]

/** A popover: it opens, closes on Escape and on the backdrop, and traps nothing, all without a script. */
export function MobileMenu({ unread, isStaff }: { unread: number | undefined; isStaff: boolean }) {
  const isMember = unread !== undefined
  return (
    <div className="drawer" id="menu" popover="" role="dialog" aria-label="Menu">
      <div className="drawer__head">
        <Logo named />
        <button
          className={iconButtonClasses({})}
          type="button"
          popovertarget="menu"
          popovertargetaction="hide"
          aria-label="Close menu"
          // biome-ignore lint/a11y/noAutofocus: a popover moves focus only when it opens, and here it belongs on the way out
          autoFocus
        >
          <Icon name="x" />
        </button>
      </div>
      <nav className="drawer__nav" aria-label="Menu">
        {PAGES.map(({ to, label }) => (
          <PageLink key={to} to={to}>
            {label}
            <Icon name="chevron-right" />
          </PageLink>
        ))}
      </nav>
      <div className="drawer__foot">
        <ButtonLink to={isMember ? '/account' : '/auth'} size="lg">
          {isMember ? 'Account' : 'Sign In'}
        </ButtonLink>
        {isStaff ? (
          <ButtonLink to="/admin" tone="secondary" icon="layout-dashboard">
            Admin
          </ButtonLink>
        ) : null}
        {isMember ? (
          <ButtonLink to="/account/notifications" tone="secondary" icon="bell">
            {nameNotifications(unread)}
          </ButtonLink>
        ) : null}
        <ThemeToggle named />
      </div>
    </div>
  )
}
