import type { HeadersFunction } from '@remix-run/node'

/** The `headers` export of every private page: no proxy or browser may store it. */
export const privatePageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  const retryAfter = actionHeaders.get('Retry-After') ?? errorHeaders?.get('Retry-After')
  if (retryAfter) headers.set('Retry-After', retryAfter)
  return headers
}

/** For pages opened from links in emails: their URL holds a token and must not become a referrer. */
export const linkPageHeaders: HeadersFunction = (args) => {
  const headers = new Headers(privatePageHeaders(args))
  headers.set('Referrer-Policy', 'no-referrer')
  return headers
}
