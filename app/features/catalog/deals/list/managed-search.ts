import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { choiceParam, defineSearch, isUuid, type Param, pageParam, slugParam, textParam } from '~/http/params'
import { SEARCH_TEXT_LIMIT } from './deal-filters'

export const PUBLISHED_FILTERS = ['yes', 'no'] as const
type PublishedFilter = (typeof PUBLISHED_FILTERS)[number]
export const PUBLISHED_LABELS: Record<PublishedFilter, string> = { yes: 'Published', no: 'Draft' }

/** The lists of deals that the dashboard links to. */
export const ATTENTIONS = ['priceless', 'imageless', 'unconfirmed'] as const
type Attention = (typeof ATTENTIONS)[number]
export const ATTENTION_LABELS: Record<Attention, string> = {
  priceless: 'Published deals without a price',
  imageless: 'Published deals without an image',
  unconfirmed: 'Published deals that are not confirmed',
}

/**
 * The orders of the list besides the default, newest first, which has an index. Titles and prices of all deals have none:
 * a page of 100,000 deals takes 80 ms by price and 160 ms by title, and 400 ms where a search text is in all of them.
 * Status and publication are filters instead.
 */
const MANAGE_SORTS = ['title', 'title-desc', 'price', 'price-desc'] as const
const SORT_LABELS: Record<(typeof MANAGE_SORTS)[number], string> = {
  title: 'by title, A to Z',
  'title-desc': 'by title, Z to A',
  price: 'lowest price first',
  'price-desc': 'highest price first',
}

/** Longer than any tag. */
export const TAG_MAX = 50
const yearParam: Param<string> = { default: '', parse: (text) => (text && /^20\d\d$/.test(text) ? text : undefined) }

/** The parameters of the staff's list of deals. */
const search = defineSearch({
  q: textParam(SEARCH_TEXT_LIMIT),
  published: choiceParam(PUBLISHED_FILTERS),
  status: choiceParam(DEAL_STATUSES),
  category: slugParam,
  platform: slugParam,
  attention: choiceParam(ATTENTIONS),
  /** In which a deal was last seen. */
  year: yearParam,
  tag: textParam(TAG_MAX),
  /** The import whose rows created or updated the deals. */
  import: { default: '', parse: (text) => (isUuid(text) ? text.toLowerCase() : undefined) },
  sort: choiceParam(MANAGE_SORTS),
  page: pageParam,
})
export type ManageSearch = typeof search.defaults

export const DEFAULT_MANAGE_SEARCH = search.defaults
export const parseManageSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

/** The order of the list in words. */
export function orderOf({ sort }: ManageSearch) {
  return sort ? SORT_LABELS[sort] : 'newest first'
}

/** The question before a bulk action. Its address has the search of the list, and `do`, `all` or the selected `id`s. */
export const BULK_PATH = '/admin/deals/bulk'

/** The parameters of a search that are not at their default, for the hidden fields of a form. */
export function manageParams(asked: Partial<ManageSearch>): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search.query({ ...asked, page: 1 })))
}

/** The list, or a screen under it that leads back to the list as it was filtered: `managePath(search, '/new')`. */
export const managePath = (asked: Partial<ManageSearch>, below = '') => search.path(`/admin/deals${below}`, asked)

export type FilterOption = { name: string; full_name?: string; slug: string; depth?: number }
type Names = { categories: FilterOption[]; platforms: FilterOption[]; importedFile: string }

/** The active filters of the staff's list, each with its label and value as they are shown. */
export function listActiveFilters(search: ManageSearch, { categories, platforms, importedFile }: Names) {
  const nameOf = (options: FilterOption[], slug: string) => {
    const option = options.find((option) => option.slug === slug)
    return option?.full_name ?? option?.name
  }
  const filters = [
    { name: 'q', label: 'Search', value: search.q },
    { name: 'published', label: 'Published', value: search.published && PUBLISHED_LABELS[search.published] },
    { name: 'status', label: 'Status', value: search.status && DEAL_STATUS_LABELS[search.status] },
    { name: 'category', label: 'Category', value: nameOf(categories, search.category) },
    { name: 'platform', label: 'Platform', value: nameOf(platforms, search.platform) },
    { name: 'attention', label: 'Needs attention', value: search.attention && ATTENTION_LABELS[search.attention] },
    { name: 'year', label: 'Last seen in', value: search.year },
    { name: 'tag', label: 'Tag', value: search.tag },
    { name: 'import', label: 'Import', value: search.import && importedFile },
  ] as const
  return filters.flatMap(({ name, label, value }) => (value ? [{ name, label, value }] : []))
}
