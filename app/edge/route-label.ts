/** The first parts of the paths of this site; all others are one label. A test compares them with the routes. */
export const FIRST_PARTS = [
  'about',
  'account',
  'admin',
  'auth',
  'calendar',
  'categories',
  'changes',
  'changes.json',
  'changes.rss',
  'compare',
  'contact',
  'deals',
  'deals.csv',
  'deals.json',
  'deals.rss',
  'faq',
  'feed',
  'follow',
  'go',
  'guidelines',
  'llms.txt',
  'og',
  'opensearch.xml',
  'people',
  'platforms',
  'privacy',
  'proofs',
  'robots.txt',
  'session',
  'sign-out',
  'sitemap.xml',
  'still',
  'suggest',
  'terms',
  'transparency',
  'unsubscribe',
  'vendors',
] as const
const KNOWN = new Set<string>([...FIRST_PARTS, 'assets', 'healthz', 'readyz'])
/** Their second part is one of a few screens. */
const SCREENS = /^\/(?:account|admin|auth)\/([a-z-]{1,24})(?=[./]|$)/
const MOST = 300

const labels = new Set<string>()

/**
 * What a request was for, in few words: `/deals`, `/deals/*`, `/admin/queue`, `/assets/*`, or `other`. Never more than some
 * hundred different ones, whatever visitors ask for, because each becomes a series in the memory of Prometheus.
 *
 * @param url as in the request line, with its query
 */
export function labelRoute(url: string) {
  const end = url.indexOf('?')
  const path = (end === -1 ? url : url.slice(0, end)).replace(/\.data$/, '')
  const label = describe(path)
  if (labels.has(label)) return label
  if (labels.size >= MOST) return 'other'
  labels.add(label)
  return label
}

function describe(path: string) {
  if (path === '/' || path === '' || path === '/_root') return '/'
  const next = path.indexOf('/', 1)
  const first = path.slice(1, next === -1 ? undefined : next)
  if (!KNOWN.has(first)) return 'other'
  if (next === -1 || next === path.length - 1) return `/${first}`
  const screen = SCREENS.exec(path)?.[1]
  return screen ? `/${first}/${screen}` : `/${first}/*`
}
