import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'

/**
 * Whether a Cookie header has a cookie with one of these names. Like the cookie parser, it allows spaces and tabs around
 * a name; a false positive only bypasses the cache.
 */
function hasCookie(header: string | undefined, names: readonly string[]) {
  if (!header) return false
  return header.split(';').some((pair) => names.includes(pair.split('=', 1)[0]!.trim()))
}

/** True also for an expired session: only the app can tell. */
export const hasSessionCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE])

/** Whether a cookie changes what a public page shows. */
export const hasPrivateCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE, TOAST_COOKIE])
