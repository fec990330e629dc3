import type { IncomingMessage } from 'node:http'

/** What public pages read of their address. With any other parameter a page is made for the one who asks. */
const PARAMS = new Set([
  'q',
  'category',
  'platform',
  'status',
  'tag',
  'minPrice',
  'maxPrice',
  'sort',
  'page',
  'kind',
  'affects',
])
/** What campaigns add to addresses; no page reads it. */
const TRACKING = /^(?:utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|ref)$/
const PRIVATE = /^\/(?:account|admin|auth|go|session|sign-out)(?:[/.]|$)/i

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The address under which a document may be kept: path and known parameters in one order. Undefined for whatever is
 * no document, or knows the person.
 *
 * @param isPersonal tells by the Cookie header
 */
export function documentKey({ method, url = '', headers }: Asked, isPersonal: (cookies: string) => boolean) {
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers.authorization || (headers.cookie && isPersonal(headers.cookie))) return
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  // Files and feeds have a dot in their name; the front for documents holds none of them.
  if (PRIVATE.test(path) || path.includes('.', path.lastIndexOf('/'))) return
  if (mark === -1) return path

  const params = new URLSearchParams(url.slice(mark))
  for (const name of [...params.keys()]) {
    if (TRACKING.test(name)) params.delete(name)
    else if (!PARAMS.has(name)) return
  }
  params.sort()
  return params.size > 0 ? `${path}?${params}` : path
}
