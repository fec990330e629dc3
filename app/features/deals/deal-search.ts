import { toPageNumber } from '~/http/page-number'
import { DEAL_STATUSES, type DealStatus, toCents } from './deal'

export const DEAL_SORTS = ['best', 'newest', 'oldest', 'price-low', 'price-high', 'ending', 'rating'] as const
export type DealSort = (typeof DEAL_SORTS)[number]

export const DEAL_SORT_LABELS: Record<DealSort, string> = {
  best: 'Best match',
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

export const DEFAULT_SEARCH: DealSearch = {
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

/** True when something other than words narrows the list. */
export function hasFilters(search: DealSearch) {
  return Object.entries(search).some(([name, value]) => !['q', 'sort', 'page'].includes(name) && value !== '')
}

/** Words are ordered by how well they match; without them there is nothing to match. */
export function defaultSort({ q = '' }: Partial<DealSearch>): DealSort {
  return q === '' ? 'newest' : 'best'
}

/** Reads a query string. Whatever is unknown or malformed counts as not given, so that no address fails. */
export function parseDealSearch(params: URLSearchParams): DealSearch {
  const get = (name: keyof DealSearch) => params.get(name) ?? ''
  const q = cleanText(get('q'), SEARCH_TEXT_LIMIT)
  const sort = DEAL_SORTS.find((sort) => sort === get('sort') && (sort !== 'best' || q !== ''))
  return {
    q,
    category: parseSlug(get('category')),
    platform: parseSlug(get('platform')),
    status: DEAL_STATUSES.find((status) => status === get('status')) ?? '',
    tag: cleanText(get('tag'), TAG_LIMIT),
    minPrice: parsePrice(get('minPrice')),
    maxPrice: parsePrice(get('maxPrice')),
    sort: sort ?? defaultSort({ q }),
    page: toPageNumber(get('page')),
  }
}

/** Whether the lowest price asked for is above the highest, so that no deal can match. */
export function hasCrossedPrices({ minPrice, maxPrice }: DealSearch) {
  return minPrice !== '' && maxPrice !== '' && toCents(minPrice) > toCents(maxPrice)
}

/** Whether an address spells out what is the default anyway, as a form does with the fields that were left alone. */
export function hasDefaultParams(params: URLSearchParams, defaults: Record<string, string | number> = DEFAULT_SEARCH) {
  const isWithWords = params.get('q')?.trim()
  return Object.entries(defaults).some(([name, value]) => {
    const given = params.get(name)
    return given === '' || given === (name === 'sort' && isWithWords ? 'best' : String(value))
  })
}

/** The one query string of a search, without "?": fixed order, defaults left out, empty when nothing is asked for. */
export function dealSearchParams(search: Partial<DealSearch>): string {
  const defaults = { ...DEFAULT_SEARCH, sort: defaultSort(search) }
  const params = new URLSearchParams()
  for (const name of Object.keys(DEFAULT_SEARCH) as (keyof DealSearch)[]) {
    const value = search[name] ?? defaults[name]
    if (value !== defaults[name]) params.set(name, String(value))
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
