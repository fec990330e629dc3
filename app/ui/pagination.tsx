import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

type PaginationProps = { page: number; pageCount: number; href: (page: number) => string }

export function Pagination({ page, pageCount, href }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav className="pager" aria-label="Pages">
      <Step to={page > 1 ? href(page - 1) : undefined} rel="prev">
        <Icon name="chevron-left" />
        Previous
      </Step>
      <span className="pager__at">{`Page ${page} of ${pageCount}`}</span>
      <ol>
        {pagesAround(page, pageCount).map((entry) => (
          <li key={entry}>
            {entry < 0 ? (
              <span className="gap">…</span>
            ) : (
              <Link
                discover="none"
                to={href(entry)}
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
      <Link discover="none" className="pager__step" to={to} rel={rel}>
        {children}
      </Link>
    )
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says "nowhere to go"
    <a className="pager__step" aria-disabled="true" role="link">
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
