import { Link } from '@remix-run/react'

type Crumb = { label: string; to?: string }

/** The last crumb is the page itself and has no `to`. */
export function Breadcrumbs({ items }: { items: Crumb[] }) {
  return (
    <nav className="breadcrumbs-nav" aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        {items.map(({ label, to }) => (
          <li key={label} aria-current={to ? undefined : 'page'}>
            {to ? (
              <Link discover="none" to={to}>
                <bdi>{label}</bdi>
              </Link>
            ) : (
              <bdi>{label}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
