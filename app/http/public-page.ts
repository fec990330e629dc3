import type { HeadersFunction } from '@remix-run/node'

/** For what is the same for every visitor: it may be kept, but is asked for again before each use. */
export const PUBLIC_PAGE = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** The `headers` export of every public page. What went wrong is never kept. */
export const publicPageHeaders: HeadersFunction = ({ errorHeaders }) =>
  errorHeaders ? { 'Cache-Control': 'no-store' } : PUBLIC_PAGE
