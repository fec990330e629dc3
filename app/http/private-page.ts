import type { HeadersFunction } from '@remix-run/node'

/** The `headers` export of every page that knows the person: nothing of it is kept, on the way or by the browser. */
export const privatePageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  const retryAfter = actionHeaders.get('Retry-After') ?? errorHeaders?.get('Retry-After')
  if (retryAfter) headers.set('Retry-After', retryAfter)
  return headers
}

/** For the pages behind mailed links: the address they were opened with goes nowhere. */
export const linkPageHeaders: HeadersFunction = (args) => {
  const headers = new Headers(privatePageHeaders(args))
  headers.set('Referrer-Policy', 'no-referrer')
  return headers
}
