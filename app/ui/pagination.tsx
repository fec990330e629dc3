import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

const PAGE =
  'inline-grid min-h-control min-w-control place-items-center rounded-sm px-2 text-control font-medium no-underline'
const STEP =
  'inline-flex min-h-control items-center gap-1.5 rounded-sm border border-border-strong bg-card px-3 text-control font-medium no-underline'

type PaginationProps = { page: number; pageCount: number; href: (page: number) => string }

export function Pagination({ page, pageCount, href }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav
      className="mt-10 flex items-center justify-between gap-4 border-t border-border-strong pt-4.5 print:hidden"
      aria-label="Pages"
      data-loads=""
    >
      <Step to={page > 1 ? href(page - 1) : undefined} rel="prev">
        <Icon name="chevron-left" />
        Previous
      </Step>
      <span className="text-small text-muted-foreground sm:hidden">{`Page ${page} of ${pageCount}`}</span>
      <ol className="hidden gap-1 sm:flex">
        {pagesAround(page, pageCount).map((entry) => (
          <li key={entry}>
            {entry < 0 ? (
              <span className={PAGE}>…</span>
            ) : (
              <Link
                discover="none"
                to={href(entry)}
                className={classes(PAGE, entry === page ? 'bg-foreground text-background' : 'hover:bg-muted')}
                aria-current={entry === page ? 'page' : undefined}
                aria-label={`Page ${entry}`}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pageCount ? href(page + 1) : undefined} rel="next">
        Next
        <Icon name="chevron-right" />
      </Step>
    </nav>
  )
}

function Step({ to, rel, children }: { to?: string; rel: string; children: ReactNode }) {
  if (to) {
    return (
      <Link discover="none" className={classes(STEP, 'hover:bg-muted')} to={to} rel={rel}>
        {children}
      </Link>
    )
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says "nowhere to go"
    <a className={classes(STEP, 'pointer-events-none opacity-45')} aria-disabled="true" role="link">
      {children}
    </a>
  )
}

/** First, last and the neighbours of the current page; a negative number is a gap. */
export function pagesAround(page: number, pageCount: number) {
  const near = [1, page - 1, page, page + 1, pageCount].filter((entry) => entry >= 1 && entry <= pageCount)
  const pages: number[] = []
  for (const entry of [...new Set(near)].sort((a, b) => a - b)) {
    const last = pages.at(-1) ?? 0
    if (entry - last === 2) pages.push(entry - 1)
    if (entry - last > 2) pages.push(-entry)
    pages.push(entry)
  }
  return pages
}
