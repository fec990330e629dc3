import { env } from '~/env.server'

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
