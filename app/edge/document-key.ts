import type { IncomingMessage } from 'node:http'

const SLUG = '[a-z0-9-]{1,200}'

/**
 * The public pages, and what each reads of its address for a visitor, by name in one order. Whatever else is in an
 * address changes nothing in the page.
 */
const PAGES: [RegExp, readonly string[]][] = [
  [new RegExp(`^/deals/${SLUG}$`), ['page']],
  [/^\/(?:about|categories|contact|faq|platforms|privacy|terms)?$/, []],
  [/^\/deals$/, ['category', 'maxPrice', 'minPrice', 'page', 'platform', 'q', 'sort', 'status', 'tag']],
  [new RegExp(`^/(?:categories|platforms)/${SLUG}$`), ['page']],
  [new RegExp(`^/deals/${SLUG}/(?:changes|comments)$`), []],
  [/^\/changes$/, ['affects', 'category', 'kind', 'page']],
]

/** No search that a form can send is longer; longer ones are answered and not stored. */
const MAX_LENGTH = 2_600

/** What the page at a path reads of its address; undefined where there is no public page. */
export function publicParams(path: string): readonly string[] | undefined {
  return PAGES.find(([pattern]) => pattern.test(path))?.[1]
}

type CacheRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The address under which a document may be stored: its path and the parameters that the page reads, in one order.
 * Undefined for whatever is no public page, or knows the person.
 *
 * @param isPersonal tells by the Cookie header
 */
export function documentKey({ method, url = '', headers }: CacheRequest, isPersonal: (cookies: string) => boolean) {
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers.authorization || (headers.cookie && isPersonal(headers.cookie))) return
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const names = publicParams(path)
  if (!names || mark === -1 || names.length === 0) return names && path

  const asked = new URLSearchParams(url.slice(mark))
  const read = new URLSearchParams()
  for (const name of names) {
    // Of a parameter that comes twice, pages read the first.
    const value = asked.get(name)
    if (value !== null) read.set(name, value)
  }
  const key = read.size > 0 ? `${path}?${read}` : path
  return key.length > MAX_LENGTH ? undefined : key
}
