import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'

/**
 * Whether a Cookie header holds one of these names. Read as the cookie parser reads it, which allows spaces and tabs
 * around a name; whatever it would not read as one of these is rather taken for it than missed.
 */
export function hasCookie(header: string | undefined, names: readonly string[]) {
  if (!header) return false
  return header.split(';').some((pair) => names.includes(pair.split('=', 1)[0]!.trim()))
}

/** Who sends a session gets pages of their own, whether or not the session is still valid. */
export const hasSessionCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE])

/** The cookies that change what a public page shows. */
export const hasPrivateCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE, TOAST_COOKIE])
