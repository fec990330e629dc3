import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPublicPath } from '~/http/public-pages'
import { movedTo, PUBLIC_PAGE } from '~/http/responses.server'
import { isDataPath } from './request-path'

/** Escapes of letters, digits and "-._~", which mean the same when unescaped (RFC 3986, 2.3). */
const UNNEEDED_ESCAPE = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi

/** The lookbehind keeps the time linear for a path of many slashes. */
const SLASHES_AT_END = /(?<!\/)\/+$/

/**
 * Public paths have one spelling, so that search engines and caches see one page: in lower case, without unneeded
 * escapes and without a slash at the end.
 *
 * @returns the path in that spelling with the query, or undefined for a path that has it or is not public
 */
export function findCanonicalPath({ pathname, search }: URL): string | undefined {
  // The router matches a path in any case and with slashes at its end, and so does this.
  const unescaped = pathname.replace(UNNEEDED_ESCAPE, decodeURIComponent)
  const canonical = unescaped.toLowerCase().replace(SLASHES_AT_END, '') || '/'
  return isPublicPath(canonical) && canonical !== pathname ? canonical + search : undefined
}

/** Redirects a GET or HEAD request for a page or file to the canonical spelling of its path. True when it did. */
export function redirectToCanonicalPath({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'POST') return false
  const address = new URL(`http://localhost${url}`)
  const path = isDataPath(address.pathname) ? undefined : findCanonicalPath(address)
  if (!path) return false
  response.writeHead(301, { Location: path, ...PUBLIC_PAGE }).end()
  return true
}

/** The same for the router's requests for data, as a response that Remix encodes for the router. */
export function redirectDataRequest(request: Request): Response | undefined {
  if (request.method !== 'GET') return undefined
  const page = new URL(request.url)
  page.pathname = page.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  page.searchParams.delete('_routes')
  const path = findCanonicalPath(page)
  return path === undefined ? undefined : movedTo(path)
}
