import { Link } from '@remix-run/react'

type Crumb = { label: string; to?: string }

/** The last crumb is the page itself and has no `to`. */
export function Breadcrumbs({ items }: { items: Crumb[] }) {
  return (
    <nav className="pt-5 pb-4" aria-label="Breadcrumb">
      <ol className="flex list-none flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-subtle-foreground">
        {items.map(({ label, to }) => (
          <li
            key={label}
            aria-current={to ? undefined : 'page'}
            className="wrap-anywhere inline-flex min-w-0 items-center gap-2 not-first:before:text-border-strong not-first:before:content-['›']"
          >
            {to ? (
              <Link
                discover="none"
                to={to}
                className="inline-flex min-h-7 items-center text-muted-foreground no-underline hover:text-foreground hover:underline"
              >
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
