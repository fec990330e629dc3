import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '~/env.server'
import { isPublicPath } from '~/http/public-pages'
import { movedTo, PUBLIC_PAGE } from '~/http/responses.server'
import { isDataPath } from './request.server'

const COOKIE = 'deals-view'
const ONE_YEAR_S = 365 * 24 * 60 * 60
const ATTRIBUTES = `Path=/; SameSite=Lax; HttpOnly${env.SITE_URL.startsWith('https:') ? '; Secure' : ''}`

/** The list of deals, as a page and as the router's data. */
const LIST = /^\/deals(?:\.data)?(?:\?|$)/

/**
 * Remembers whether the list of deals is shown as rows. A `view` in the address wins and is remembered: "list" in a
 * cookie, "grid" by deleting it. Without one, a request with the cookie becomes a request for `view=list`, and "grid" is
 * removed. So the app and the page cache know two addresses, whatever a cookie holds, and none of them reads it.
 */
export function applyRememberedView(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '', headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || !LIST.test(url)) return
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  const requested = params.get('view')
  const isRemembered = hasChosenRows(headers.cookie)
  const isChoice = requested === 'list' || requested === 'grid'
  const showsRows = isChoice ? requested === 'list' : isRemembered
  // A page that is only prefetched has not been chosen.
  if (isChoice && showsRows !== isRemembered && !headers['sec-purpose']) {
    const value = showsRows ? `list; Max-Age=${ONE_YEAR_S}` : '; Max-Age=0'
    response.setHeader('Set-Cookie', `${COOKIE}=${value}; ${ATTRIBUTES}`)
  }

  if (requested === (showsRows ? 'list' : null)) return
  params.delete('view')
  if (showsRows) params.set('view', 'list')
  request.url = params.size > 0 ? `${path}?${params}` : path
}

function hasChosenRows(header = '') {
  return header.split(';').some((pair) => pair.trim() === `${COOKIE}=list`)
}

/**
 * Removes `?_data=<route>`, with which Remix requested the data of one route before `.data` paths. Our pages never use
 * it, and actions that return form errors fail with it: the request gets the page instead.
 */
export function removeLegacyDataParam(request: IncomingMessage) {
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  if (!params.has('_data')) return
  params.delete('_data')
  request.url = params.size > 0 ? `${path}?${params}` : path
}

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
