import { Link } from '@remix-run/react'
import { LogoLink } from '~/ui/logo'
import { OutsideLink } from '~/ui/outside-link'
import { useSite } from '~/ui/site'

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
    head: 'Transparency',
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

const LINK =
  'inline-flex min-h-control-sm items-center text-muted-foreground no-underline hover:text-foreground hover:underline'

export function Footer() {
  const { siteName, footerTagline, outsideLinks, footerLinks } = useSite()
  return (
    <footer className="border-border border-t bg-muted text-small print:hidden">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-8 gap-y-9 pt-12 pb-10 lg:grid-cols-[1.9fr_repeat(4,1fr)]">
          <div className="col-span-full grid max-w-84 content-start justify-items-start gap-3 lg:col-auto">
            <LogoLink place="footer" />
            <p className="text-muted-foreground text-balance">{footerTagline}</p>
            {outsideLinks.length > 0 ? (
              <ul className="flex list-none flex-wrap gap-x-4" aria-label="Elsewhere">
                {outsideLinks.map(({ label, url }) => (
                  <li key={url}>
                    <OutsideLink url={url} className={LINK}>
                      {label}
                    </OutsideLink>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
          {COLUMNS.map(({ head, links }) => (
            <nav key={head} className="wrap-anywhere" aria-label={head}>
              <h2 className="mb-1.5 font-bold font-sans text-small leading-snug tracking-[0]">{head}</h2>
              <ul className="list-none">
                {[...links, ...footerLinks.filter((link) => link.head === head)].map(({ to, label }) => (
                  <li key={to}>
                    <Link discover="none" to={to} className={LINK}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-1.5 border-border-strong border-t pt-4.5 pb-6 text-muted-foreground">
          <p>{`© ${new Date().getUTCFullYear()} ${siteName}. All rights reserved.`}</p>
          <p>Some links may earn us a commission. Purchases happen on the vendor's platform.</p>
        </div>
      </div>
    </footer>
  )
}
