import { Link } from '@remix-run/react'
import { LogoLink } from '~/ui/logo'

const COLUMNS = [
  {
    head: 'Browse',
    links: [
      { to: '/deals', label: 'All Deals' },
      { to: '/categories', label: 'Categories' },
      { to: '/platforms', label: 'Platforms' },
      { to: '/vendors', label: 'Vendors' },
      { to: '/changes', label: 'Changes' },
      { to: '/suggest', label: 'Suggest a deal' },
    ],
  },
  {
    head: 'Company',
    links: [
      { to: '/about', label: 'About Us' },
      { to: '/contact', label: 'Contact' },
      { to: '/faq', label: 'FAQ' },
    ],
  },
  {
    head: 'In the open',
    links: [
      { to: '/transparency', label: 'Transparency' },
      { to: '/guidelines', label: 'Guidelines' },
    ],
  },
  {
    head: 'Legal',
    links: [
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/terms', label: 'Terms of Service' },
    ],
  },
]

export function Footer({ siteName }: { siteName: string }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer__grid">
          <div className="site-footer__brand">
            <LogoLink />
            <p className="muted">Your trusted source for discovering lifetime software deals.</p>
          </div>
          {COLUMNS.map(({ head, links }) => (
            <nav key={head} aria-label={head}>
              <h2>{head}</h2>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link discover="none" to={to}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="site-footer__base">
          <p>{`© ${new Date().getUTCFullYear()} ${siteName}. All rights reserved.`}</p>
          <p>Some links earn us a commission. Purchases happen on the vendor's platform.</p>
        </div>
      </div>
    </footer>
  )
}
