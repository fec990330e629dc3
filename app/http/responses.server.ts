import { type HeadersFunction, redirect } from '@remix-run/node'
import { classifyDbError } from '~/db/db-error.server'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { findRequestContext } from '~/request-context.server'
import { markIncomplete } from './current-request.server'
import { publicParams } from './public-pages'

/** For responses that are the same for every visitor: caches may store them but must revalidate before each use. */
export const PUBLIC_PAGE = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/**
 * The `headers` of the root. Remix uses them for every route without its own. Only public pages may be stored; the edge
 * makes all other responses private, and so it does with errors and with pages of members.
 */
export const pageHeaders: HeadersFunction = () => {
  const { route = '', retryAfter } = findRequestContext() ?? {}
  const [, path] = /^(?:GET|HEAD) (.*)$/.exec(route) ?? []
  const isPublic = path !== undefined && publicParams(path) !== undefined
  return { ...(isPublic && PUBLIC_PAGE), ...(retryAfter && { 'Retry-After': String(retryAfter) }) }
}

/** For pages opened from links in emails: their URL holds a token and must not become a referrer. */
export const linkPageHeaders: HeadersFunction = ({ parentHeaders }) => {
  const headers = new Headers(parentHeaders)
  headers.set('Referrer-Policy', 'no-referrer')
  return headers
}

/**
 * The header that says when a request may be repeated. The longest delay is noted for `pageHeaders` too, because the root
 * gets no headers of the loaders and actions of other routes.
 */
export function retryAfterHeader(seconds: number) {
  const context = findRequestContext()
  if (context) context.retryAfter = Math.max(seconds, context.retryAfter ?? 0)
  return { 'Retry-After': String(seconds) }
}

/** Thrown by loaders and actions. The error page shows the text. */
export function notFound(what: string) {
  return new Response(`${what} not found`, { status: 404 })
}

/** For an address that programs may have stored: says in plain text that it ended. */
export function gone(why: string) {
  return new Response(`${why}\n`, { status: 410, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

export function badRequest(why: string) {
  return new Response(why, { status: 400 })
}

export function forbidden(why: string) {
  return new Response(why, { status: 403 })
}

/** The loader of a route that only takes forms. */
export function onlyPost(): never {
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

export function tooMany(why: string, seconds: number) {
  return new Response(why, { status: 429, headers: retryAfterHeader(seconds) })
}

/** @param cause for the log; the reader sees only `why` */
export function unavailable(why = 'Please try again in a moment.', cause?: unknown) {
  const response = new Response(why, { status: 503, headers: retryAfterHeader(2) })
  return Object.assign(response, { cause: cause ?? new Error(why) })
}

/** A permanent redirect. Browsers still ask again each time, because a deal can be renamed back. */
export function movedTo(path: string) {
  return redirect(path, { status: 301, headers: PUBLIC_PAGE })
}

/**
 * A submitted path of this site, or the fallback. Rejects what browsers read as another site: `//host`, `/\host`, a
 * scheme, or a line break that they drop.
 */
export function safePath(value: unknown, fallback = '/') {
  if (typeof value !== 'string' || value.length > 2_000) return fallback
  if (!/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return fallback
  const url = URL.parse(value, env.SITE_URL)
  if (!url || url.origin !== env.SITE_URL || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

/** The sign-in path that returns to the requested page. */
export function signInPathFor(request: Request) {
  return `/auth?${new URLSearchParams({ redirectTo: pagePath(request) })}`
}

/** The path and parameters of the requested page, or of the page that holds the submitted form. */
export function pagePath(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  for (const internal of ['_data', '_routes', 'index']) searchParams.delete(internal)
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return pathname.replace(/\.data$/, '') + search
}

/** Whether an error says that the database cannot answer now: its own, or a 503 that was thrown for it. */
export function isUnavailable(error: unknown) {
  return error instanceof Response ? error.status === 503 : classifyDbError(error) === 'database'
}

/**
 * Runs the reads of a loader. When the database is unavailable, `ErrorScreen` shows the message of the route's
 * `handle.loadFailure` (spec §8) inside the layout, with status 503.
 */
export async function withLoadFailure<Data>(load: () => Promise<Data>): Promise<Data> {
  try {
    return await load()
  } catch (error) {
    recordUnavailable(error)
    throw error instanceof Response ? error : unavailable()
  }
}

/** Any other read of a page: without the database the failure is logged, and the page shows that there is nothing. */
export async function orEmpty<Data, Empty>(empty: Empty, read: Promise<Data>): Promise<Data | Empty> {
  try {
    return await read
  } catch (error) {
    recordUnavailable(error)
    markIncomplete()
    return empty
  }
}

/** Logs the error and notes it for the headers of the response. @throws any other error */
function recordUnavailable(error: unknown) {
  if (!isUnavailable(error)) throw error
  if (!(error instanceof Response)) log.error({ err: error }, 'The database failed a request')
  const context = findRequestContext()
  if (context) context.dbError ??= 'database'
}
