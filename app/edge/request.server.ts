import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '~/env.server'
import { resolveAddress } from '~/http/network.server'
import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'
import { hideSecrets } from '~/log.server'
import type { RequestContext } from '~/request-context.server'

/**
 * A class, because V8 creates a hidden class for every object literal with a getter, and each of them held its request
 * in memory until the next full garbage collection.
 */
export class HttpContext implements RequestContext {
  readonly id = nextRequestId()
  readonly address: string
  nonce: string | undefined

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    const forwardedFor = request.headers['x-forwarded-for']
    this.address = resolveAddress(request.socket.remoteAddress, forwardedFor?.toString(), env.TRUST_PROXY)
  }

  get route() {
    return routeOf(this.request)
  }

  untilDrained() {
    return untilDrained(this.response)
  }
}

// Distinguishes processes. Ids need not be hard to guess.
const origin = randomUUID().slice(-6)
let count = 0

/** Twelve letters and digits, unique among the last two billion requests. */
function nextRequestId() {
  count = (count + 1) % 36 ** 6
  return origin + count.toString(36).padStart(6, '0')
}

/**
 * Resolves once the socket accepts more data or is closed. Remix ignores backpressure, so long streamed responses must
 * wait for this themselves.
 */
function untilDrained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      response.removeListener('drain', finish)
      response.removeListener('close', finish)
      resolve()
    }
    // Not response.on: remix-serve's compression replaces it with one that listens to the compressor.
    EventEmitter.prototype.on.call(response, 'drain', finish)
    EventEmitter.prototype.on.call(response, 'close', finish)
  })
}

/** The decoded path of a request without the query. A malformed path is returned as it is and rejected later. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>) {
  const [path = '/'] = url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a path is for the router's data instead of a document. */
export function isDataPath(path: string) {
  return path.endsWith('.data')
}

/** "POST /admin/users", also for a request to `/admin/users.data`. */
export function routeOf(request: Pick<IncomingMessage, 'url' | 'method'>) {
  return `${request.method} ${hideSecrets(
    pathOf(request)
      .replace(/\.data$/, '')
      .slice(0, 200),
  )}`
}

/** Whether a cookie changes what a public page shows. */
export const hasPrivateCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE, TOAST_COOKIE])

/** True also for an expired session, which only the app can recognize. */
export const hasSessionCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE])

/**
 * Whether a Cookie header has a cookie with one of these names. Like the cookie parser, it allows spaces and tabs around
 * a name; a false positive only bypasses the cache.
 */
function hasCookie(header: string | undefined, names: readonly string[]) {
  if (!header) return false
  return header.split(';').some((pair) => names.includes(pair.split('=', 1)[0]!.trim()))
}

/** Whether a body follows the head of a request. */
export function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
