import { redirect } from '@remix-run/node'
import { PUBLIC_PAGE } from './public-page'

/**
 * Every public address is written in small letters, without escapes that it does not need and without a slash at its end. Other spellings lead there, so that
 * search engines and caches see one page.
 *
 * @throws a redirect when the request came to another spelling
 */
export function requireCanonicalPath(request: Request) {
  const { pathname, search } = new URL(request.url)
  // One slash at the start: "//host" would lead to another site.
  const canonical = pathname
    .replace(/%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  if (canonical !== pathname) throw movedTo(canonical + search)
}

/** A lasting move. Browsers ask again all the same: a deal can be renamed back. */
export function movedTo(path: string) {
  return redirect(path, { status: 301, headers: PUBLIC_PAGE })
}
