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

const DRAWER =
  'fixed inset-y-0 start-auto end-0 h-full max-h-none w-[min(20.5rem,88vw)] translate-x-full overflow-y-auto border-border border-s bg-popover text-foreground shadow-3 transition transition-discrete duration-280 backdrop:bg-overlay open:flex open:translate-x-0 open:flex-col starting:open:translate-x-full'
const PAGE =
  'flex min-h-14 items-center justify-between border-border border-b px-5 font-display text-h3 no-underline hover:bg-muted aria-[current=page]:text-primary aria-[current=page]:shadow-[inset_3px_0_0_var(--color-primary)]'

/** A popover: it opens, closes on Escape and on the backdrop, and traps nothing, all without a script. */
export function MobileMenu({ unread, isStaff }: { unread: number | undefined; isStaff: boolean }) {
  const isMember = unread !== undefined
  return (
    <div className={DRAWER} id="menu" popover="" role="dialog" aria-label="Menu">
      <div className="flex items-center justify-between border-border border-b py-2.5 ps-5 pe-3">
        <Logo />
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
      <nav className="py-2" aria-label="Menu">
        {PAGES.map(({ to, label }) => (
          <PageLink key={to} to={to} className={PAGE}>
            {label}
            <Icon name="chevron-right" className="size-4.5 text-subtle-foreground" />
          </PageLink>
        ))}
      </nav>
      <div className="mt-auto grid gap-2.5 border-border border-t p-5">
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
