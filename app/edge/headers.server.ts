import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { env } from '~/env.server'
import type { RequestContext } from '~/request-context.server'
import { contentPolicy } from './content-policy'
import { DB_ERROR_RESPONSES } from './error-response.server'
import { hasSessionCookie } from './private-cookies.server'
import { pathOf } from './request-path'

const isHttps = env.SITE_URL.startsWith('https:')
const isDevelopment = env.NODE_ENV === 'development'

/** The same on every answer, also on those that Node writes by itself. */
export const FIXED_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  ...(isHttps && { 'Strict-Transport-Security': 'max-age=63072000' }),
}

/**
 * Name and value in turn of everything that a public answer says but its id, for one that is sent many times. It has
 * no nonce.
 */
export function completeHeaders(own: OutgoingHttpHeaders): string[] {
  const all = new Map(DOCUMENT_HEADERS)
  for (const [name, value] of Object.entries(own)) if (value !== undefined) all.set(name.toLowerCase(), String(value))
  all.delete('x-powered-by')
  return [...all].flat()
}

// The same strings for all of them: a thousand stored answers share them.
const DOCUMENT_HEADERS = Object.entries({
  ...FIXED_HEADERS,
  'Content-Security-Policy': contentPolicy({ nonce: undefined, isHttps, isDevelopment }),
}).map(([name, value]) => [name.toLowerCase(), value] as const)

/** Adds, when the answer begins, what the answer itself does not say. */
export function addHeaders(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const path = pathOf(request)
  const defaults = () => ({
    ...FIXED_HEADERS,
    'Content-Security-Policy': contentPolicy({ nonce: context.nonce, isHttps, isDevelopment }),
    'X-Request-Id': context.id,
    ...(isNoIndex(path) && { 'X-Robots-Tag': 'noindex' }),
    // Social networks and feed readers show these on pages of their own.
    ...(/^\/og(-default|\/deals\/[^/]+)\.png$/.test(path) && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  })

  const writeHead = response.writeHead
  response.writeHead = function writeHeadWithDefaults(status: number, ...rest: unknown[]) {
    if (response.headersSent) return Reflect.apply(writeHead, response, [status, ...rest])
    const own = rest.find((part) => typeof part === 'object') as OutgoingHttpHeaders | undefined
    for (const [name, value] of Object.entries(own ?? {})) if (value !== undefined) response.setHeader(name, value)
    response.statusCode = status
    response.removeHeader('X-Powered-By')
    if (context.fault && status === 500) setErrorStatus(response, context.fault)
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

/** Remix answers 500 for whatever a loader throws. */
function setErrorStatus(response: ServerResponse, fault: 'database' | 'input') {
  const { status, headers = {} } = DB_ERROR_RESPONSES[fault]
  response.statusCode = status
  response.statusMessage = ''
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function isNoIndex(path: string) {
  return /^\/+(admin|account|auth|go)(?=[/.]|$)/i.test(path) || path.endsWith('.data')
}

/**
 * Closed by default: for one person only is an answer that read who asks, whatever its route says, that says nothing of
 * caches, that sets a cookie, that tells of a fault, or that is a page for somebody with a session. Public pages are the
 * same for every visitor, and for nobody else.
 */
function preventCaching(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const isForOne =
    context.isPersonal ||
    response.hasHeader('Set-Cookie') ||
    !response.hasHeader('Cache-Control') ||
    response.statusCode >= 500 ||
    (hasSessionCookie(request.headers.cookie) && PAGE_TYPE.test(String(response.getHeader('Content-Type'))))
  if (isForOne && response.statusCode !== 304) response.setHeader('Cache-Control', 'private, no-store')
}

/** A document, or the data that the app asks for instead of one. */
const PAGE_TYPE = /^text\/(html|x-script)/
