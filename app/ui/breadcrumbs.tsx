import { Link } from '@remix-run/react'

/** The last item is the page itself and no link. */
export function Breadcrumbs({ items }: { items: { label: string; path: string }[] }) {
  const last = items.at(-1)
  return (
    <nav className="pt-5 pb-4" aria-label="Breadcrumb">
      <ol className="flex list-none flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-subtle-foreground">
        {items.map((item) => (
          <li
            key={item.path}
            aria-current={item === last ? 'page' : undefined}
            className="wrap-anywhere inline-flex min-w-0 items-center gap-2 not-first:before:text-border-strong not-first:before:content-['›']"
          >
            {item === last ? (
              <bdi>{item.label}</bdi>
            ) : (
              <Link
                discover="none"
                to={item.path}
                className="inline-flex min-h-7 items-center text-muted-foreground no-underline hover:text-foreground hover:underline"
              >
                <bdi>{item.label}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
