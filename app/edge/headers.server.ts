import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { env } from '~/env.server'
import type { RequestContext } from '~/request-context.server'
import { DB_ERROR_RESPONSES } from './errors.server'
import { hasSessionCookie, pathOf } from './request.server'
import { contentPolicy, FIXED_HEADERS } from './security-headers.server'

const isDevelopment = env.NODE_ENV === 'development'

/** The Cache-Control of a response for one visitor. */
export const PRIVATE = 'private, no-store'

/**
 * All headers of a public response that is sent many times, as a flat array of name and value. Its policy has no nonce,
 * and the request id is added later.
 */
export function completeHeaders(own: OutgoingHttpHeaders): string[] {
  const all = new Map(DOCUMENT_HEADERS)
  for (const [name, value] of Object.entries(own)) if (value !== undefined) all.set(name.toLowerCase(), String(value))
  all.delete('x-powered-by')
  return [...all].flat()
}

// Shared by all stored responses, to save memory.
const DOCUMENT_HEADERS = Object.entries({
  ...FIXED_HEADERS,
  'Content-Security-Policy': contentPolicy({ nonce: undefined, isDevelopment }),
}).map(([name, value]) => [name.toLowerCase(), value] as const)

/** Adds the default headers that a response has not set itself, when its head is written. */
export function addHeaders(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const path = pathOf(request)
  const defaults = () => ({
    ...FIXED_HEADERS,
    'Content-Security-Policy': contentPolicy({ nonce: context.nonce, isDevelopment }),
    'X-Request-Id': context.id,
    ...(isNoIndex(path) && { 'X-Robots-Tag': 'noindex' }),
    // Social networks and feed readers embed these images.
    ...(/^\/og(-default|\/site|\/deals\/[^/]+)\.png$|^\/pictures\//.test(path) && {
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  })

  const writeHead = response.writeHead
  response.writeHead = function writeHeadWithDefaults(status: number, ...rest: unknown[]) {
    if (response.headersSent) return Reflect.apply(writeHead, response, [status, ...rest])
    const own = rest.find((part) => typeof part === 'object') as OutgoingHttpHeaders | undefined
    for (const [name, value] of Object.entries(own ?? {})) if (value !== undefined) response.setHeader(name, value)
    response.statusCode = status
    response.removeHeader('X-Powered-By')
    if (context.dbError && status === 500) setErrorStatus(response, context.dbError)
    for (const [name, value] of Object.entries(defaults())) {
      if (!response.hasHeader(name)) response.setHeader(name, value)
    }
    if (response.getHeader('Content-Type') === 'text/plain') {
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    }
    preventCaching(request, response, context)
    return writeHead.call(response, response.statusCode)
  } as typeof response.writeHead
}

/** Remix answers 500 for any error in a loader. */
function setErrorStatus(response: ServerResponse, dbError: 'database' | 'input') {
  const { status, headers = {} } = DB_ERROR_RESPONSES[dbError]
  response.statusCode = status
  response.statusMessage = ''
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function isNoIndex(path: string) {
  return /^\/+(admin|account|auth|calendar|feed|go)(?=[/.]|$)/i.test(path) || path.endsWith('.data')
}

/**
 * Cacheable only on opt-in. A response is private when it holds personal data, sets a cookie, has no Cache-Control, is
 * an error, or is a page for a request with a session cookie, whatever its route says.
 */
function preventCaching(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const setsCookie = response.hasHeader('Set-Cookie')
  const isPrivate =
    context.isPersonal ||
    setsCookie ||
    !response.hasHeader('Cache-Control') ||
    response.statusCode >= 400 ||
    (hasSessionCookie(request.headers.cookie) && PAGE_TYPE.test(String(response.getHeader('Content-Type'))))
  if (isPrivate && (setsCookie || response.statusCode !== 304)) response.setHeader('Cache-Control', PRIVATE)
}

/** A document, or the router's data for one. */
const PAGE_TYPE = /^text\/(html|x-script)/
