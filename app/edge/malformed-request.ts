import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Rejection } from './rejection.server'

const METHODS = ['GET', 'HEAD', 'POST']
const MAX_URL = 4_096
const MAX_SEGMENTS = 20
const MAX_PARAMETERS = 100
// A page has a handful of routes; a longer list would only cost time in the router.
const MAX_ROUTES = 20

/**
 * Rejects requests whose end or host a proxy might read differently (request smuggling). Checked first; the connection
 * is closed after the response.
 */
export function rejectAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): Rejection | undefined {
  const encoding = headers['transfer-encoding']
  // Node emits the request before it rejects an unknown encoding.
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) return ambiguous
  if (!hasReadableHost(headers.host, httpVersion) || isRepeated('host', rawHeaders)) return ambiguous
}

/** Node silently keeps the first of several. `rawHeaders` alternates names and values. */
function isRepeated(name: string, rawHeaders: string[]) {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i]!
    if (header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}

/** Rejects requests that none of our pages make, before the router spends time on them. */
export function rejectMalformed(request: IncomingMessage): Rejection | undefined {
  const { method = '', url = '', headers } = request
  if (!METHODS.includes(method)) return notAllowed
  if (url.length > MAX_URL) return tooLong
  if (headers.expect && headers.expect.toLowerCase() !== '100-continue') return unexpected
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') return encoded
  if (method !== 'POST' && hasBody(request)) return unreadable
  return addresses.memo(url).rejection
}

// Most requests repeat a recent URL and host.
const addresses = new LRUCache<string, { rejection: Rejection | undefined }>({
  max: 1_000,
  memoMethod: (url) => ({ rejection: rejectMalformedUrl(url) }),
})
const hosts = new LRUCache<string, boolean>({ max: 100, memoMethod: isReadableHost })

function rejectMalformedUrl(url: string): Rejection | undefined {
  if (!url.startsWith('/')) return unreadable
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  if (!isReadablePath(path) || /%00/.test(query)) return unreadable
  if (path.split('/').length - 1 > MAX_SEGMENTS || /^\/+__manifest\/*$/.test(path)) return missing
  // The router never requests files as data, and Remix would buffer the whole file.
  if (/\.(csv|json|png|rss|txt|xml)\.data$/.test(path)) return missing
  if (query.split('&').length > MAX_PARAMETERS) return tooMany
  const routes = new URLSearchParams(query).getAll('_routes')
  if (routes.length > 1 || (routes[0]?.split(',').length ?? 0) > MAX_ROUTES) return tooMany
}

export function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

// Optional in HTTP/1.0. Where present it must be valid, because URLs are made from it.
function hasReadableHost(host: string | undefined, httpVersion: string) {
  return host === undefined ? httpVersion === '1.0' : hosts.memo(host)
}

function isReadableHost(host: string) {
  return /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
}

function isReadablePath(path: string) {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

const ambiguous = {
  status: 400,
  title: 'Bad request',
  text: 'This request cannot be read.',
  isLast: true,
}
const unreadable = { status: 400, title: 'Bad request', text: 'This address cannot be read.' }
const tooMany = { status: 400, title: 'Bad request', text: 'This address asks for too much at once.' }
const missing = { status: 404, title: 'Page not found', text: 'There is nothing at this address.' }
const tooLong = { status: 414, title: 'URL too long', text: `A URL can have at most ${MAX_URL} characters.` }
const encoded = { status: 415, title: 'Not supported', text: 'Compressed forms are not supported.' }
const unexpected = { status: 417, title: 'Bad request', text: 'This expectation cannot be met.' }
const notAllowed = {
  status: 405,
  title: 'Not allowed',
  text: 'This method is not supported here.',
  headers: { Allow: METHODS.join(', ') },
}
