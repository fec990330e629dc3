import type { DealStatus } from '~/db/schema'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { choiceParam, defineSearch, isUuid, type Param, pageParam, slugParam, textParam } from '~/http/params'
import { SEARCH_TEXT_LIMIT } from './deal-filters'

type FilterOption = { value: string; label: string }
export type TaxonomyOption = { name: string; full_name?: string; slug: string; depth?: number }
/** What the filters are called that have no labels of their own. */
export type ManagedNames = { categories: TaxonomyOption[]; platforms: TaxonomyOption[]; importedFile: string }

/** A filter with `any`, its option for all deals, is a select. */
type ManagedFilter<Value extends string> = {
  label: string
  param: Param<Value | ''>
  any?: string
  options?: readonly FilterOption[] | 'categories' | 'platforms'
}

function choice<Value extends string>(
  label: string,
  any: string,
  labels: Record<Value, string>,
  values = Object.keys(labels) as Value[],
) {
  const options = values.map((value) => ({ value, label: labels[value] }))
  return { label, any, param: choiceParam(values), options } satisfies ManagedFilter<Value>
}
const pattern = (regex: RegExp): Param<string> => ({
  default: '',
  parse: (text) => (regex.test(text) ? text : undefined),
})

/** The lists of deals that the dashboard links to. */
export const ATTENTION_LABELS = {
  priceless: 'Published deals without a price',
  imageless: 'Published deals without an image',
  unconfirmed: 'Published deals that are not confirmed',
}

/** Longer than any tag. */
export const TAG_MAX = 50

/** The filters of the staff's list, in the order of its address. Their conditions are in `managed-deals.server.ts`. */
const MANAGED_FILTERS = {
  q: { label: 'Search', param: textParam(SEARCH_TEXT_LIMIT) },
  published: choice('Published', 'All', { yes: 'Published', no: 'Draft' }),
  status: choice<DealStatus>('Status', 'Any', DEAL_STATUS_LABELS, [...DEAL_STATUSES]),
  category: { label: 'Category', any: 'All', param: slugParam, options: 'categories' },
  platform: { label: 'Platform', any: 'All', param: slugParam, options: 'platforms' },
  attention: choice('Needs attention', 'Any', ATTENTION_LABELS),
  year: { label: 'Last seen in', param: pattern(/^20\d\d$/) },
  tag: { label: 'Tag', param: textParam(TAG_MAX) },
  /** The import whose rows created or updated the deals. */
  import: { label: 'Import', param: { default: '', parse: (text) => (isUuid(text) ? text : undefined) } },
} satisfies Record<string, ManagedFilter<string>>
export type ManagedFilterName = keyof typeof MANAGED_FILTERS

const FILTERS = Object.entries(MANAGED_FILTERS) as [ManagedFilterName, ManagedFilter<string>][]

/**
 * The orders besides the default, newest first, which has an index. Titles and prices of all deals have none: a page of
 * 100,000 deals takes 80 ms by price and 160 ms by title, and 400 ms where a search text is in all of them.
 */
const SORT_LABELS = {
  title: 'by title, A to Z',
  'title-desc': 'by title, Z to A',
  price: 'lowest price first',
  'price-desc': 'highest price first',
}
type ManageSort = keyof typeof SORT_LABELS

type Values = { [Name in ManagedFilterName]: (typeof MANAGED_FILTERS)[Name]['param']['default'] }
export type ManageSearch = Values & { sort: ManageSort | ''; page: number }

const search = defineSearch<ManageSearch>({
  ...(Object.fromEntries(FILTERS.map(([name, { param }]) => [name, param])) as unknown as {
    [Name in ManagedFilterName]: Param<Values[Name]>
  }),
  sort: choiceParam(Object.keys(SORT_LABELS) as ManageSort[]),
  page: pageParam,
})

export const DEFAULT_MANAGE_SEARCH = search.defaults
export const parseManageSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

/** The order of the list in words. */
export const orderOf = ({ sort }: ManageSearch) => (sort ? SORT_LABELS[sort] : 'newest first')

/** The question before a bulk action. Its address has the search of the list, and `do`, `all` or the selected `id`s. */
export const BULK_PATH = '/admin/deals/bulk'

/** The parameters of a search that are not at their default, for the hidden fields of a form. */
export function manageParams(asked: Partial<ManageSearch>): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search.query({ ...asked, page: 1 })))
}

/** The list, or a screen under it that leads back to the list as it was filtered: `managePath(search, '/new')`. */
export const managePath = (asked: Partial<ManageSearch>, below = '') => search.path(`/admin/deals${below}`, asked)

/** The filters that are selects, with their options. */
export function listManagedSelects(names: ManagedNames) {
  return FILTERS.flatMap(([name, { label, any, options = [] }]) =>
    any ? [{ name, label, options: [{ value: '', label: any }, ...optionsOf(options, names)] }] : [],
  )
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function optionsOf(options: NonNullable<ManagedFilter<string>['options']>, names: ManagedNames) {
  if (typeof options !== 'string') return options
  return names[options].map(({ name, slug, depth = 0 }) => ({ value: slug, label: '\u2003'.repeat(depth) + name }))
}

/** The set filters, each with its label and value as they are shown. */
export function listManagedChips(asked: ManageSearch, names: ManagedNames) {
  const nameOf = (name: ManagedFilterName, { options }: ManagedFilter<string>) => {
    const value = asked[name]
    if (name === 'import') return names.importedFile
    if (typeof options !== 'string') return options?.find((one) => one.value === value)?.label ?? value
    const found = names[options].find(({ slug }) => slug === value)
    return found?.full_name ?? found?.name ?? value
  }
  return FILTERS.filter(([name]) => asked[name]).map(([name, filter]) => ({
    name,
    label: filter.label,
    value: nameOf(name, filter),
  }))
}
