import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Rejection } from './rejection.server'

const METHODS = ['GET', 'HEAD', 'POST']
const MAX_URL = 4_096
const MAX_SEGMENTS = 20
const MAX_PARAMETERS = 100
// A screen has a handful of routes; a longer list only makes the router work.
const MAX_ROUTES = 20

/**
 * A request of which it is not clear where it ends or whom it is for: a proxy in front may have read it differently.
 * Answered first, and last on its connection.
 */
export function rejectAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): Rejection | undefined {
  const encoding = headers['transfer-encoding']
  // Node hands a request over before it finds that it does not know the encoding.
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) return ambiguous
  if (!hasReadableHost(headers.host, httpVersion) || isRepeated('host', rawHeaders)) return ambiguous
}

/** Node keeps the first of several and says nothing. Names and values take turns in `rawHeaders`. */
function isRepeated(name: string, rawHeaders: string[]) {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length === name.length && given.toLowerCase() === name) count += 1
  }
  return count > 1
}

/** Requests that no page of ours makes, told apart before the router spends time on them. */
export function rejectMalformed(request: IncomingMessage): Rejection | undefined {
  const { method = '', url = '', headers } = request
  if (!METHODS.includes(method)) return notAllowed
  if (url.length > MAX_URL) return tooLong
  if (headers.expect && headers.expect.toLowerCase() !== '100-continue') return unexpected
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') return encoded
  if (method !== 'POST' && hasBody(request)) return unreadable
  return addresses.memo(url).refusal
}

// Most requests are for an address and by a host that was judged a moment ago.
const addresses = new LRUCache<string, { refusal: Rejection | undefined }>({
  max: 1_000,
  memoMethod: (url) => ({ refusal: rejectMalformedUrl(url) }),
})
const hosts = new LRUCache<string, boolean>({ max: 100, memoMethod: isReadableHost })

function rejectMalformedUrl(url: string): Rejection | undefined {
  if (!url.startsWith('/')) return unreadable
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  if (!isReadablePath(path) || /%00/.test(query)) return unreadable
  if (path.split('/').length - 1 > MAX_SEGMENTS || /^\/+__manifest\/*$/.test(path)) return missing
  // The app never asks for a file as data; the answer would be gathered whole before it is sent.
  if (/\.(csv|json|png|rss|txt|xml)\.data$/.test(path)) return missing
  if (query.split('&').length > MAX_PARAMETERS) return tooMany
  const routes = new URLSearchParams(query).getAll('_routes')
  if (routes.length > 1 || (routes[0]?.split(',').length ?? 0) > MAX_ROUTES) return tooMany
}

export function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

// HTTP/1.0 knows no Host; what is given has to be a host, because addresses are made from it.
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
