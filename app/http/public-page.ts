import type { HeadersFunction } from '@remix-run/node'

/** For responses that are the same for every visitor: caches may store them but must revalidate before each use. */
export const PUBLIC_PAGE = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** The `headers` export of every public page. Errors and form results are not stored. */
export const publicPageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, loaderHeaders }) => {
  const delays = [actionHeaders, errorHeaders, loaderHeaders].map((headers) => headers?.get('Retry-After'))
  const retryAfter = delays.find((seconds) => seconds)
  if (retryAfter) return { 'Cache-Control': 'no-store', 'Retry-After': retryAfter }
  return errorHeaders ? { 'Cache-Control': 'no-store' } : PUBLIC_PAGE
}
