import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { addressBlock, isLoopback } from '~/http/network.server'
import type { Rejection } from './errors.server'
import { hasBody } from './request.server'

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

/** Of a repeated header, Node silently uses the first. `rawHeaders` alternates names and values. */
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
  if (/\.(csv|json|png|rss|txt|webmanifest|webp|xml)\.data$/.test(path)) return missing
  if (query.split('&').length > MAX_PARAMETERS) return tooMany
  const routes = new URLSearchParams(query).getAll('_routes')
  if (routes.length > 1 || (routes[0]?.split(',').length ?? 0) > MAX_ROUTES) return tooMany
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

/** False for cheap and frequent requests: static files and health checks. */
export function isRateLimited(path: string) {
  return !/^\/(assets|video)\/|^\/[\w-]+\.(png|svg|ico|webp)$|^\/(healthz|readyz)$/.test(path)
}

type Bucket = { tokens: number; filledAt: number }
type Rate = { perSecond: number; burst: number }

/** More than any reader or well-behaved crawler needs. */
const RATE: Rate = { perSecond: 50, burst: 300 }

/**
 * A token bucket for each client address. It holds at most 20,000 addresses and drops the least recent first.
 */
export function makeRateLimiter({ perSecond, burst }: Rate = RATE, now = () => performance.now()) {
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })

  return function rateLimit(address: string): Rejection | undefined {
    // The machine itself, or all visitors behind a proxy that TRUST_PROXY does not count.
    if (isLoopback(address)) return
    const block = addressBlock(address)
    const time = now()
    const bucket = buckets.get(block) ?? { tokens: burst, filledAt: time }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(time - bucket.filledAt, 0) / 1_000) * perSecond)
    bucket.filledAt = time
    buckets.set(block, bucket)
    if (bucket.tokens < 1) return tooManyRequests(Math.ceil((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
  }
}

function tooManyRequests(seconds: number): Rejection {
  return {
    status: 429,
    title: 'Too many requests',
    text: 'You are sending requests too quickly. Please wait a moment and try again.',
    headers: { 'Retry-After': String(Math.max(seconds, 1)) },
  }
}
