import { SHOWN_STATUSES } from '~/features/catalog/deals/deal'
import { choiceParam, defineSearch, type Param, pageParam, slugParam, slugsParam, textParam } from '~/http/params'
import { toParts } from '~/ui/money'

export const DEAL_SORTS = [
  'best',
  'open',
  'newest',
  'oldest',
  'price-low',
  'price-high',
  'ending',
  'rating',
  'break-even',
] as const
export type DealSort = (typeof DEAL_SORTS)[number]

export const DEAL_SORT_LABELS: Record<DealSort, string> = {
  best: 'Best match',
  open: 'Open first',
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  ending: 'Ending soonest',
  rating: 'Best rated',
  'break-even': 'Break-even',
}

/** Deals on a page of cards, and on one of rows. */
export const PAGE_SIZE = 24
export const LIST_PAGE_SIZE = 48
export const SEARCH_TEXT_LIMIT = 200
const TAG_LIMIT = 100

/** How many deals can be compared. */
export const COMPARE_LIMIT = 4

/** The least refund, in days, and the longest time until a deal has paid for itself, in months. */
export const REFUND_DAYS = ['14', '30', '60'] as const
export const BREAK_EVEN_MONTHS = ['6', '12', '24'] as const

const price: Param<string> = { default: '', parse: formatPrice }
const sort: Param<DealSort> = { default: 'open', parse: (text) => DEAL_SORTS.find((one) => one === text) }

/**
 * The parameters of a list of deals; prices are decimal text. `open` leaves out deals that cannot be bought today, `priced`
 * those without a price, or with "0" all others. `subscriptions` adds deals that are not paid once. `refund` asks for at least as many days, `breakEven` for at most as many months. `offers` lists every offer of a product instead of its current one, `view` shows rows instead of cards.
 * `d` are the deals chosen for a comparison; they narrow nothing.
 */
const search = defineSearch({
  q: textParam(SEARCH_TEXT_LIMIT),
  category: slugParam,
  platform: slugParam,
  status: choiceParam(SHOWN_STATUSES),
  tag: textParam(TAG_LIMIT),
  minPrice: price,
  maxPrice: price,
  open: choiceParam<'1'>(['1']),
  priced: choiceParam<'1' | '0'>(['1', '0']),
  subscriptions: choiceParam<'1'>(['1']),
  refund: choiceParam(REFUND_DAYS),
  breakEven: choiceParam(BREAK_EVEN_MONTHS),
  stackable: choiceParam<'1'>(['1']),
  offers: choiceParam<'all'>(['all']),
  sort,
  view: choiceParam<'list'>(['list']),
  page: pageParam,
  d: slugsParam(COMPARE_LIMIT),
})
export type DealSearch = typeof search.defaults

export const DEFAULT_SEARCH = search.defaults

/** True when something other than text narrows the list. */
export function hasFilters(asked: DealSearch) {
  return Object.entries(asked).some(
    ([name, value]) => !['q', 'offers', 'subscriptions', 'sort', 'view', 'page', 'd'].includes(name) && value !== '',
  )
}

/** How many deals a page of this search has. */
export function pageSizeOf({ view }: Pick<DealSearch, 'view'>) {
  return view === 'list' ? LIST_PAGE_SIZE : PAGE_SIZE
}

/** The same list in another view, on the page that has the first deal of this one. */
export function inView(search: DealSearch, view: DealSearch['view']): DealSearch {
  const before = (search.page - 1) * pageSizeOf(search)
  return { ...search, view, page: Math.floor(before / pageSizeOf({ view })) + 1 }
}

/** Text searches are sorted by their best matches; lists without a text begin with open deals. */
export function defaultSort({ q = '' }: Partial<DealSearch>): DealSort {
  return q === '' ? 'open' : 'best'
}

/** Parses the search in the parameters of a URL. Without a sort, a text search begins with its best matches. */
export function parseDealSearch(params: URLSearchParams): DealSearch {
  const parsed = search.parse(params)
  const asked = DEAL_SORTS.find((one) => one === params.get('sort'))
  const isSortable = asked && (asked !== 'best' || parsed.q !== '')
  return { ...parsed, sort: isSortable ? asked : defaultSort(parsed) }
}

/** Whether the lowest price asked for is above the highest, so that no deal can match. */
export function hasCrossedPrices({ minPrice, maxPrice }: DealSearch) {
  return minPrice !== '' && maxPrice !== '' && toParts(minPrice) > toParts(maxPrice)
}

/** Whether an address has parameters at their default, as a form sends the fields that were left alone. */
export function hasDefaultParams(params: URLSearchParams, defaults: Record<string, unknown> = DEFAULT_SEARCH) {
  const hasText = params.get('q')?.trim()
  return Object.entries(defaults).some(([name, value]) => {
    const given = params.get(name)
    return given === '' || given === (name === 'sort' && hasText ? 'best' : String(value))
  })
}

/** The query string of a search, without "?". */
export function dealSearchParams(asked: Partial<DealSearch>): string {
  return search.query(asked, { sort: defaultSort(asked) })
}

/** "59", "59.50" or "12.345"; undefined for what is a price in no currency. */
function formatPrice(text: string) {
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(text)) return undefined
  const [whole = '', decimals] = String(Number(text)).split('.')
  return decimals === undefined ? whole : `${whole}.${decimals.padEnd(2, '0')}`
}

/** The feeds of a list of deals: RSS and JSON. */
export function dealFeeds(title: string, search: Partial<DealSearch>) {
  const params = dealSearchParams({ ...search, view: '', page: 1, d: [] })
  return (['rss', 'json'] as const).map((type) => ({
    type,
    title,
    path: `/deals.${type}${params ? `?${params}` : ''}`,
  }))
}

/** The canonical path of a search. */
export function dealListPath(search: Partial<DealSearch>) {
  const params = dealSearchParams(search)
  return params ? `/deals?${params}` : '/deals'
}
