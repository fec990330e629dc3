import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { ATTENTION_LABELS, type ManageSearch, PUBLISHED_LABELS } from './managed-search'

export type FilterOption = { name: string; full_name?: string; slug: string; depth?: number }
type Taxonomies = { categories: FilterOption[]; platforms: FilterOption[] }

/** The active filters of the staff's list, each with its label and value as they are shown. */
export function listActiveFilters(search: ManageSearch, { categories, platforms }: Taxonomies) {
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
  ] as const
  return filters.flatMap(({ name, label, value }) => (value ? [{ name, label, value }] : []))
}
