import { DEAL_STATUS_LABELS, formatTag, SHOWN_STATUSES } from '~/features/catalog/deals/deal'
import { choiceParam, defineSearch, type Param, pageParam, slugParam, textParam } from '~/http/params'
import { formatShortMoney, toParts } from '~/ui/money'

/** What the slugs of a search are called, empty where they are unknown, and the currencies of all prices. */
export type SearchNames = { category: string; platform: string; currencies: string[] }
type Choice = { value: string; label: string }
type Control =
  | { kind: 'select'; label: string; any: string; options: readonly Choice[] | 'categories' | 'platforms' }
  | { kind: 'check'; label: string; value: string }
  | { kind: 'price'; label: string }
  | { kind: 'search' | 'hidden' }

type Filter<Value extends string> = {
  param: Param<Value | ''>
  /** What the removable chip of a set filter says. */
  chip(value: Value, names: SearchNames): { label?: string; value: string }
  /** The same within a sentence, where it is not the chip in lower case. */
  words?(value: Value, names: SearchNames): string
  control: Control
  /** A select among the rarer filters, which are folded on wide screens, too. */
  isRare?: true
  /** It adds deals to the list instead of leaving some out. */
  isWider?: true
}
const filter = <Value extends string>(given: Filter<Value>) => given

export const SEARCH_TEXT_LIMIT = 200
const TAG_LIMIT = 100
/** The least refund in days, and the longest time until a deal has paid for itself in months. */
const REFUND_DAYS = ['14', '30', '60'] as const
const BREAK_EVEN_MONTHS = ['6', '12', '24'] as const

const price: Param<string> = { default: '', parse: formatPrice }
const optionsIn = (unit: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `${value} ${unit}` }))
const checkbox = (label: string) =>
  filter<'1'>({
    param: choiceParam(['1']),
    chip: () => ({ value: label }),
    control: { kind: 'check', label, value: '1' },
  })

/**
 * The filters of a list of deals, in the order in which an address has them. An empty value filters nothing, and an
 * unknown one counts as empty. Prices are decimal text. Their conditions are in `find-deals.server.ts`.
 */
export const DEAL_FILTERS = {
  q: filter({
    param: textParam(SEARCH_TEXT_LIMIT),
    chip: (value) => ({ label: 'Search', value }),
    words: (value) => `search "${value}"`,
    control: { kind: 'search' },
  }),
  category: filter({
    param: slugParam,
    chip: (slug, { category }) => ({ label: 'Category', value: category || slug }),
    words: (_slug, { category }) => category && `in ${category}`,
    control: { kind: 'select', label: 'Category', any: 'All categories', options: 'categories' },
  }),
  platform: filter({
    param: slugParam,
    chip: (slug, { platform }) => ({ label: 'Platform', value: platform || slug }),
    words: (_slug, { platform }) => platform && `on ${platform}`,
    control: { kind: 'select', label: 'Platform', any: 'All platforms', options: 'platforms' },
  }),
  status: filter({
    param: choiceParam(SHOWN_STATUSES),
    chip: (status) => ({ label: 'Status', value: DEAL_STATUS_LABELS[status] }),
    words: (status) => `shown as ${DEAL_STATUS_LABELS[status]}`,
    control: {
      kind: 'select',
      label: 'Status',
      any: 'Any status',
      options: SHOWN_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] })),
    },
  }),
  tag: filter({
    param: textParam(TAG_LIMIT),
    chip: (tag) => ({ label: 'Tag', value: formatTag(tag) }),
    control: { kind: 'hidden' },
  }),
  minPrice: filter({
    param: price,
    chip: (bound, { currencies }) => ({ label: 'From', value: formatBound(bound, currencies) }),
    control: { kind: 'price', label: 'Min price' },
  }),
  maxPrice: filter({
    param: price,
    chip: (bound, { currencies }) => ({ label: 'Up to', value: formatBound(bound, currencies) }),
    control: { kind: 'price', label: 'Max price' },
  }),
  open: checkbox('Open now'),
  priced: filter({
    param: choiceParam<'1' | '0'>(['1', '0']),
    chip: (value) => ({ value: value === '0' ? 'No listed price' : 'Has a price' }),
    words: (value) => (value === '0' ? 'without a listed price' : 'with a price'),
    control: { kind: 'check', label: 'Has a price', value: '1' },
  }),
  subscriptions: { ...checkbox('Also subscriptions'), isWider: true },
  refund: filter({
    param: choiceParam(REFUND_DAYS),
    chip: (days) => ({ label: 'Refund', value: `${days} days or longer` }),
    words: (days) => `refund of ${days} days or longer`,
    control: { kind: 'select', label: 'Refund of at least', any: 'Any', options: optionsIn('days', REFUND_DAYS) },
    isRare: true,
  }),
  breakEven: filter({
    param: choiceParam(BREAK_EVEN_MONTHS),
    chip: (months) => ({ label: 'Pays for itself within', value: `${months} months` }),
    control: {
      kind: 'select',
      label: 'Pays for itself within',
      any: 'Any time',
      options: optionsIn('months', BREAK_EVEN_MONTHS),
    },
    isRare: true,
  }),
  stackable: checkbox('Codes can be stacked'),
  offers: filter({
    param: choiceParam<'all'>(['all']),
    chip: () => ({ value: 'Every offer' }),
    control: { kind: 'check', label: 'List every offer separately', value: 'all' },
    isWider: true,
  }),
}
export type FilterName = keyof typeof DEAL_FILTERS
type Values = { [Name in FilterName]: (typeof DEAL_FILTERS)[Name]['param']['default'] }

const FILTERS = Object.entries(DEAL_FILTERS) as unknown as [FilterName, Filter<string>][]

/** The filters that are drawn by a kind of control, with that control. */
export function filtersDrawnBy<Kind extends Control['kind']>(kind: Kind) {
  return FILTERS.flatMap(([name, { control, isRare = false }]) =>
    control.kind === kind ? [{ name, isRare, control: control as Extract<Control, { kind: Kind }> }] : [],
  )
}

export const DEAL_SORT_LABELS = {
  open: 'Open first',
  best: 'Best match',
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  ending: 'Ending soonest',
  rating: 'Best rated',
  'break-even': 'Break-even',
} as const
export type DealSort = keyof typeof DEAL_SORT_LABELS
export const DEAL_SORTS = Object.keys(DEAL_SORT_LABELS) as DealSort[]

/** How many deals can be compared. */
export const COMPARE_LIMIT = 4

/** The parameter of an address that names a deal to compare; it is repeated. */
export const COMPARE_PARAM = 'd'

/** The address of a comparison. */
export function comparePath(slugs: readonly string[], onlyDifferences = false) {
  const params = new URLSearchParams(slugs.map((slug) => [COMPARE_PARAM, slug]))
  if (onlyDifferences) params.set('diff', '1')
  return params.size > 0 ? `/compare?${params}` : '/compare'
}

/** `view` shows rows instead of cards. */
export type DealSearch = Values & { sort: DealSort; view: '' | 'list'; page: number }

const search = defineSearch<DealSearch>({
  ...(Object.fromEntries(FILTERS.map(([name, { param }]) => [name, param])) as unknown as {
    [Name in FilterName]: Param<Values[Name]>
  }),
  sort: { default: 'open', parse: (text) => DEAL_SORTS.find((one) => one === text) },
  view: choiceParam<'list'>(['list']),
  page: pageParam,
})

export const DEFAULT_SEARCH = search.defaults

/** Parses the search in the parameters of a URL. Only a text has best matches. */
export function parseDealSearch(params: URLSearchParams): DealSearch {
  return withUsableSort(search.parse(params))
}

function withUsableSort<Asked extends Partial<DealSearch>>(asked: Asked): Asked {
  return asked.sort === 'best' && !asked.q ? { ...asked, sort: 'open' } : asked
}

/** The query string of a search, without "?". */
export function dealSearchParams(asked: Partial<DealSearch>): string {
  return search.query(withUsableSort(asked))
}

/** The canonical path of a search. */
export function dealListPath(asked: Partial<DealSearch>) {
  return search.path('/deals', withUsableSort(asked))
}

/** Whether an address has parameters at their default, as a form sends the fields that were left alone. */
export function hasDefaultParams(params: URLSearchParams, defaults: Record<string, unknown> = DEFAULT_SEARCH) {
  return Object.entries(defaults).some(([name, value]) => ['', String(value)].includes(params.get(name) ?? 'unset'))
}

/** The feeds of a list of deals: RSS and JSON. */
export function dealFeeds(title: string, asked: Partial<DealSearch>) {
  const feed = { ...asked, view: '', page: 1 } as const
  return (['rss', 'json'] as const).map((type) => ({
    type,
    title,
    path: search.path(`/deals.${type}`, withUsableSort(feed)),
  }))
}

/** Deals on a page of cards, and on one of rows. */
export const PAGE_SIZE = 24
export const LIST_PAGE_SIZE = 48

/** How many deals a page of this search has. */
export function pageSizeOf({ view }: Pick<DealSearch, 'view'>) {
  return view === 'list' ? LIST_PAGE_SIZE : PAGE_SIZE
}

/** The same list in another view, on the page that has the first deal of this one. */
export function inView(asked: DealSearch, view: DealSearch['view']): DealSearch {
  const before = (asked.page - 1) * pageSizeOf(asked)
  return { ...asked, view, page: Math.floor(before / pageSizeOf({ view })) + 1 }
}

/** True when something other than text narrows the list. */
export function hasFilters(asked: DealSearch) {
  return FILTERS.some(([name, { isWider }]) => name !== 'q' && !isWider && asked[name] !== '')
}

/** Whether the lowest price asked for is above the highest, so that no deal can match. */
export function hasCrossedPrices({ minPrice, maxPrice }: Pick<DealSearch, 'minPrice' | 'maxPrice'>) {
  return minPrice !== '' && maxPrice !== '' && toParts(minPrice) > toParts(maxPrice)
}

/** The chip of each set filter, and the path of the list without it. */
export function listChips(asked: DealSearch, names: SearchNames) {
  return listSet(asked).map(([name, { chip }]) => ({
    name,
    ...chip(asked[name], names),
    to: dealListPath({ ...asked, [name]: '', page: 1 }),
  }))
}

const listSet = (asked: DealSearch) => FILTERS.filter(([name]) => asked[name] !== '')

/** "Search "team", open now, refund of 30 days or longer"; empty where nothing is filtered. */
export function describeSearch(asked: DealSearch, names: SearchNames) {
  const parts = listSet(asked).map(([name, { chip, words }]) => {
    if (words) return words(asked[name], names)
    const { label, value } = chip(asked[name], names)
    const [first = '', ...rest] = label ? `${label} ${value}` : value
    return first.toLowerCase() + rest.join('')
  })
  const text = parts.filter((part) => part !== '').join(', ')
  return text && text[0]!.toUpperCase() + text.slice(1)
}

/** "$50", or "50" where deals have several currencies. */
function formatBound(bound: string, [currency, another]: string[]) {
  return currency && !another ? formatShortMoney(bound, currency) : bound
}

/** "59", "59.50" or "12.345"; undefined for what is a price in no currency. */
function formatPrice(text: string) {
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(text)) return undefined
  const [whole = '', decimals] = String(Number(text)).split('.')
  return decimals === undefined ? whole : `${whole}.${decimals.padEnd(2, '0')}`
}
