import type { IncomingMessage } from 'node:http'
import { SESSION_COOKIE } from '~/http/session-cookie.server'
import { TOAST_COOKIE } from '~/http/toast.server'

const SLUG = '[a-z0-9-]{1,200}'

/**
 * The public pages and the query parameters each reads for visitors, sorted by name. Other parameters do not change the
 * page and are not part of its cache key.
 */
const PAGES: [RegExp, readonly string[]][] = [
  [new RegExp(`^/deals/${SLUG}$`), ['only', 'page', 'sort', 'stars']],
  [/^\/(?:about|categories|contact|faq|guidelines|platforms|privacy|terms)?$/, []],
  [/^\/transparency$/, ['show']],
  [/^\/compare$/, ['d', 'diff']],
  [
    /^\/deals$/,
    [
      'breakEven',
      'category',
      'd',
      'maxPrice',
      'minPrice',
      'offers',
      'open',
      'page',
      'platform',
      'priced',
      'q',
      'refund',
      'sort',
      'stackable',
      'status',
      'tag',
      'view',
    ],
  ],
  [new RegExp(`^/(?:categories|platforms|vendors)/${SLUG}$`), ['page']],
  [/^\/vendors$/, ['letter', 'page', 'q']],
  [new RegExp(`^/deals/${SLUG}/(?:changes|comments)$`), []],
  [/^\/changes$/, ['affects', 'category', 'kind', 'page']],
]

const ONE_SLUG = new RegExp(`^${SLUG}$`)

/** Maximum length of a cache key. Longer than any search that a form can send; longer requests bypass the cache. */
const MAX_LENGTH = 2_600

/** The parameter that may be repeated: the deals that are compared. */
const REPEATED = 'd'
const MAX_REPEATED = 4

/** The query parameters read by the page at a path. Undefined when it is not a public page. */
export function publicParams(path: string): readonly string[] | undefined {
  return PAGES.find(([pattern]) => pattern.test(path))?.[1]
}

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
