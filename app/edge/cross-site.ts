import type { IncomingMessage } from 'node:http'
import type { Rejection } from './rejection.server'

type Site = { origin: string; isBehindProxy: boolean }

/**
 * Rejects cross-site form posts (CSRF) by Sec-Fetch-Site, else by Origin. A request with neither header does not come
 * from a current browser; the session cookie's SameSite=Lax still applies.
 */
export function rejectCrossSiteWrite(request: IncomingMessage, site: Site): Rejection | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const from = request.headers['sec-fetch-site']
  const isOwn = from ? from === 'same-origin' || from === 'none' : isOwnOrigin(request, site)
  if (!isOwn) return crossSite
}

function isOwnOrigin({ headers }: IncomingMessage, { origin, isBehindProxy }: Site) {
  if (headers.origin === undefined || headers.origin === origin) return true
  // Without a proxy, Host is what the browser's address bar shows, such as localhost or 127.0.0.1.
  return !isBehindProxy && headers.origin === `http://${headers.host}`
}

const crossSite = {
  status: 403,
  title: 'Not accepted',
  text: 'This form was sent from another site. Please use the form on our own page.',
}
