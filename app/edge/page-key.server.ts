import type { IncomingMessage } from 'node:http'
import { publicParams } from '~/http/public-pages'
import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'

const ONE_SLUG = /^[a-z0-9-]{1,200}$/

/** Maximum length of a cache key. Longer than any search that a form can send; longer requests bypass the cache. */
const MAX_LENGTH = 2_600

/** The parameter that may be repeated: the deals that are compared. */
const REPEATED = 'd'
const MAX_REPEATED = 4

type CacheRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The cache key of a request: its path and the parameters that the page reads, sorted by name.
 *
 * @returns undefined when the request is not for a public page, is personal, or names deals to compare in a way that no
 * link does
 */
export function pageKey({ method, url = '', headers }: CacheRequest) {
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers.authorization || hasPrivateCookie(headers.cookie)) return
  const queryStart = url.indexOf('?')
  const path = queryStart === -1 ? url : url.slice(0, queryStart)
  const names = publicParams(path)
  if (!names || queryStart === -1 || names.length === 0) return names && path

  const requested = new URLSearchParams(url.slice(queryStart))
  const read = new URLSearchParams()
  for (const name of names) {
    // Pages read the first value of any other parameter.
    const values = requested.getAll(name).slice(0, name === REPEATED ? undefined : 1)
    if (name === REPEATED && !areDifferentSlugs(values)) return
    for (const value of values) read.append(name, value)
  }
  const key = read.size > 0 ? `${path}?${read}` : path
  return key.length > MAX_LENGTH ? undefined : key
}

function areDifferentSlugs(values: string[]) {
  const areSlugs = values.every((value) => ONE_SLUG.test(value))
  return values.length <= MAX_REPEATED && new Set(values).size === values.length && areSlugs
}

/** Whether a cookie changes what a public page shows. */
export const hasPrivateCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE, TOAST_COOKIE])

/** True also for an expired session: only the app can tell. */
export const hasSessionCookie = (header: string | undefined) => hasCookie(header, [SESSION_COOKIE])

/**
 * Whether a Cookie header has a cookie with one of these names. Like the cookie parser, it allows spaces and tabs around
 * a name; a false positive only bypasses the cache.
 */
function hasCookie(header: string | undefined, names: readonly string[]) {
  if (!header) return false
  return header.split(';').some((pair) => names.includes(pair.split('=', 1)[0]!.trim()))
}
