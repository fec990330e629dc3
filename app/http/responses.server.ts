import { redirect } from '@remix-run/node'
import { classifyDbError } from '~/db/db-error.server'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { findRequestContext } from '~/request-context.server'
import { markIncomplete } from './current-request.server'
import { PUBLIC_PAGE } from './page'

/** Thrown by loaders and actions. The error page shows the text. */
export function notFound(what: string) {
  return new Response(`${what} not found`, { status: 404 })
}

export function badRequest(why: string) {
  return new Response(why, { status: 400 })
}

export function forbidden(why: string) {
  return new Response(why, { status: 403 })
}

export function tooMany(why: string, seconds: number) {
  return new Response(why, { status: 429, headers: { 'Retry-After': String(seconds) } })
}

/** @param cause for the log; the reader sees only `why` */
export function unavailable(why = 'Please try again in a moment.', cause?: unknown) {
  const response = new Response(why, { status: 503, headers: { 'Retry-After': '2' } })
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
export function signInPath(request: Request) {
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
