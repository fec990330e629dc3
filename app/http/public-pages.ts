const SLUG = '[a-z0-9-]{1,200}'

/**
 * The pages that every visitor sees alike, in the order of the sitemap, each with the query parameters that its loaders
 * read, sorted by name. These pages are cached, may be stored by browsers, have one spelling of their address, and are in
 * the sitemap unless they have a parameter in the path.
 */
export const PUBLIC_PAGES: Record<string, readonly string[]> = {
  '/': [],
  '/deals': [
    'breakEven',
    'category',
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
    'subscriptions',
    'tag',
    'view',
  ],
  '/categories': [],
  '/platforms': [],
  '/vendors': ['letter', 'page', 'q'],
  '/changes': ['affects', 'category', 'effect', 'kind', 'page'],
  '/about': [],
  '/contact': ['about'],
  '/faq': [],
  '/guidelines': [],
  '/transparency': ['show'],
  '/privacy': [],
  '/terms': [],
  '/imprint': [],
  '/compare': ['d', 'diff', 'q'],
  '/deals/:slug': ['only', 'page', 'sort', 'stars'],
  '/deals/:slug/changes': [],
  '/deals/:slug/comments': [],
  '/categories/:slug': ['page'],
  '/platforms/:slug': ['page'],
  '/vendors/:slug': ['page'],
  '/pages/:slug': [],
}

/** Public feeds and files, and a page that is not cached. They have one spelling, too. */
const PUBLIC_FILES = [
  '/deals.json',
  '/deals.rss',
  '/deals/*/changes.rss',
  '/vendors/*/changes.rss',
  '/changes.json',
  '/changes.rss',
  '/people/*',
  '/og/deals/*.png',
  '/og/site.png',
  '/robots.txt',
  '/site.webmanifest',
  '/sitemap.xml',
]

const PAGE_PATTERNS = Object.entries(PUBLIC_PAGES).map(([path, params]) => ({ pattern: toPattern(path), params }))
const FILE_PATTERNS = PUBLIC_FILES.map(toPattern)

function toPattern(path: string) {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(':slug', SLUG).replace('*', '[^/]+')}$`)
}

/** The query parameters read by the page at a path. Undefined when it is not a public page. */
export function publicParams(path: string): readonly string[] | undefined {
  return PAGE_PATTERNS.find(({ pattern }) => pattern.test(path))?.params
}

/** Whether a path is that of a public page, feed or file. */
export function isPublicPath(path: string) {
  return publicParams(path) !== undefined || FILE_PATTERNS.some((pattern) => pattern.test(path))
}
