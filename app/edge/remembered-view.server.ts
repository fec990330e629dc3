import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '~/env.server'

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
