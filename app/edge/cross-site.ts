import type { IncomingMessage } from 'node:http'
import type { Rejection } from './rejection.server'

type Site = { origin: string; isBehindProxy: boolean }

/**
 * A write that another site makes a visitor's browser send. Browsers say where a request comes from; where neither
 * header says anything it is no browser, and the session cookie's SameSite=Lax holds.
 */
export function rejectCrossSiteWrite(request: IncomingMessage, site: Site): Rejection | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const from = request.headers['sec-fetch-site']
  const isOwn = from ? from === 'same-origin' || from === 'none' : isOwnOrigin(request, site)
  if (!isOwn) return crossSite
}

function isOwnOrigin({ headers }: IncomingMessage, { origin, isBehindProxy }: Site) {
  if (headers.origin === undefined || headers.origin === origin) return true
  // Without a proxy the Host is what the browser has in its address bar, be it localhost or 127.0.0.1.
  return !isBehindProxy && headers.origin === `http://${headers.host}`
}

const crossSite = {
  status: 403,
  title: 'Not accepted',
  text: 'This form was sent from another site. Please use the form on our own page.',
}
