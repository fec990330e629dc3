import { toPageNumber } from '~/http/page-number'
import { DEAL_STATUSES, type DealStatus, toCents } from './deal'

export const DEAL_SORTS = ['newest', 'oldest', 'price-low', 'price-high', 'ending', 'rating'] as const
export type DealSort = (typeof DEAL_SORTS)[number]

export const DEAL_SORT_LABELS: Record<DealSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  ending: 'Ending soonest',
  rating: 'Best rated',
}

export const PAGE_SIZE = 24
export const SEARCH_TEXT_LIMIT = 200
const TAG_LIMIT = 100

/** What the address of a list of deals asks for. An empty text asks for nothing; prices are decimal text. */
export type DealSearch = {
  q: string
  category: string
  platform: string
  status: DealStatus | ''
  tag: string
  minPrice: string
  maxPrice: string
  sort: DealSort
  page: number
}

export const EVERY_DEAL: DealSearch = {
  q: '',
  category: '',
  platform: '',
  status: '',
  tag: '',
  minPrice: '',
  maxPrice: '',
  sort: 'newest',
  page: 1,
}

/** True when words alone narrow the list, and no filter does. */
export function hasOnlyWords(search: DealSearch) {
  return Object.entries(search).every(([name, value]) => ['q', 'sort', 'page'].includes(name) || value === '')
}

/** Reads a query string. Whatever is unknown or malformed counts as not given, so that no address fails. */
export function parseDealSearch(params: URLSearchParams): DealSearch {
  const get = (name: keyof DealSearch) => params.get(name) ?? ''
  return {
    q: cleanText(get('q'), SEARCH_TEXT_LIMIT),
    category: parseSlug(get('category')),
    platform: parseSlug(get('platform')),
    status: DEAL_STATUSES.find((status) => status === get('status')) ?? '',
    tag: cleanText(get('tag'), TAG_LIMIT),
    minPrice: parsePrice(get('minPrice')),
    maxPrice: parsePrice(get('maxPrice')),
    sort: DEAL_SORTS.find((sort) => sort === get('sort')) ?? 'newest',
    page: toPageNumber(get('page')),
  }
}

/** Whether an address spells out what is the default anyway, as a form does with the fields that were left alone. */
export function hasIdleParams(params: URLSearchParams, every: Record<string, string | number> = EVERY_DEAL) {
  return Object.entries(every).some(([name, idle]) => {
    const given = params.get(name)
    return given === '' || given === String(idle)
  })
}

/** The one query string of a search, without "?": fixed order, defaults left out, empty when nothing is asked for. */
export function dealSearchParams(search: Partial<DealSearch>): string {
  const params = new URLSearchParams()
  for (const name of Object.keys(EVERY_DEAL) as (keyof DealSearch)[]) {
    const value = search[name] ?? EVERY_DEAL[name]
    if (value !== EVERY_DEAL[name]) params.set(name, String(value))
  }
  return params.toString()
}

/** PostgreSQL cannot store NUL, and half of a surrogate pair is no character; neither can occur in what is searched. */
export function cleanText(text: string, limit: number) {
  const characters = [...text.replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim()]
  return characters.slice(0, limit).join('').trim()
}

export function parseSlug(text: string) {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 200 ? text : ''
}

function parsePrice(text: string) {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) return ''
  const cents = toCents(text)
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}
