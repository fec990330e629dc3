import { toPageNumber } from '~/http/page-number'
import { DEAL_STATUSES, type DealStatus } from './deal'
import { cleanText, parseSlug, SEARCH_TEXT_LIMIT } from './deal-search'

export const PUBLISHED_FILTERS = ['yes', 'no'] as const
export type PublishedFilter = (typeof PUBLISHED_FILTERS)[number]
export const PUBLISHED_LABELS: Record<PublishedFilter, string> = { yes: 'Published', no: 'Draft' }

/** What the dashboard asks the staff to look at. */
export const ATTENTIONS = ['ended', 'priceless', 'imageless'] as const
export type Attention = (typeof ATTENTIONS)[number]
export const ATTENTION_LABELS: Record<Attention, string> = {
  ended: 'Ended deals still marked Active',
  priceless: 'Published deals without a price',
  imageless: 'Published deals without an image',
}

/** What the address of the staff's list asks for; an empty text asks for nothing. */
export type ManageSearch = {
  q: string
  published: PublishedFilter | ''
  status: DealStatus | ''
  category: string
  platform: string
  attention: Attention | ''
  page: number
}

export const DEFAULT_MANAGE_SEARCH: ManageSearch = {
  q: '',
  published: '',
  status: '',
  category: '',
  platform: '',
  attention: '',
  page: 1,
}

/** Reads an address. Whatever is unknown or malformed counts as not given, so that no address fails. */
export function parseManageSearch(url: string | URL): ManageSearch {
  const params = new URL(url).searchParams
  const get = (name: keyof ManageSearch) => params.get(name) ?? ''
  return {
    q: cleanText(get('q'), SEARCH_TEXT_LIMIT),
    published: PUBLISHED_FILTERS.find((filter) => filter === get('published')) ?? '',
    status: DEAL_STATUSES.find((status) => status === get('status')) ?? '',
    category: parseSlug(get('category')),
    platform: parseSlug(get('platform')),
    attention: ATTENTIONS.find((attention) => attention === get('attention')) ?? '',
    page: toPageNumber(get('page')),
  }
}

/** The one query string of a search, without "?": fixed order, defaults left out. */
export function manageSearchParams(search: Partial<ManageSearch>): string {
  const params = new URLSearchParams()
  for (const name of Object.keys(DEFAULT_MANAGE_SEARCH) as (keyof ManageSearch)[]) {
    const value = search[name] ?? DEFAULT_MANAGE_SEARCH[name]
    if (value !== DEFAULT_MANAGE_SEARCH[name]) params.set(name, String(value))
  }
  return params.toString()
}

/** The list, or a screen under it that leads back to the list as it was filtered: `managePath(search, '/new')`. */
export function managePath(search: Partial<ManageSearch>, below = '') {
  const params = manageSearchParams(search)
  return `/admin/deals${below}${params && `?${params}`}`
}
