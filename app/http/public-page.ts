import type { HeadersFunction } from '@remix-run/node'

/** For what is the same for every visitor: it may be kept, but is asked for again before each use. */
export const PUBLIC_PAGE = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** The `headers` export of every public page. What went wrong, or answers a form, is never kept. */
export const publicPageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, loaderHeaders }) => {
  const told = [actionHeaders, errorHeaders, loaderHeaders].map((headers) => headers?.get('Retry-After'))
  const retryAfter = told.find((seconds) => seconds)
  if (retryAfter) return { 'Cache-Control': 'no-store', 'Retry-After': retryAfter }
  return errorHeaders ? { 'Cache-Control': 'no-store' } : PUBLIC_PAGE
}
