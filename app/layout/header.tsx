import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { LogoLink } from '~/ui/logo'
import { MobileMenu, PAGES } from './mobile-menu'
import { PageLink } from './page-link'
import { ThemeToggle } from './theme'

/** The header shrinks after 50 pixels of scroll (`data-scrolled`, set by the script). */
export function Header({ signedIn }: { signedIn: boolean }) {
  const account = signedIn ? { to: '/account', label: 'Account' } : { to: '/auth', label: 'Sign In' }
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
            <ButtonLink to={account.to} tone="secondary" icon={signedIn ? 'user-round' : undefined}>
              {account.label}
            </ButtonLink>
            <button className="icon-btn menu-btn" type="button" popovertarget="menu" aria-label="Open menu">
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <MobileMenu account={account} />
    </>
  )
}
