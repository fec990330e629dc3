import { Link } from '@remix-run/react'
import { DEAL_STATUS_LABELS } from '~/features/deals/deal'
import {
  ATTENTION_LABELS,
  DEFAULT_MANAGE_SEARCH,
  type ManageSearch,
  managePath,
  PUBLISHED_LABELS,
} from '~/features/deals/manage-search'
import { Chip } from '~/ui/chip'
import type { FilterOption } from './manage-filters'

type ManageChipsProps = { search: ManageSearch; categories: FilterOption[]; platforms: FilterOption[] }

/** The active filters; each chip links to the list without it. */
export function ManageChips({ search, categories, platforms }: ManageChipsProps) {
  const nameOf = (options: FilterOption[], slug: string) => {
    const option = options.find((option) => option.slug === slug)
    return option?.full_name ?? option?.name
  }
  const chips = [
    { name: 'q', label: 'Search', value: search.q },
    { name: 'published', label: 'Published', value: search.published && PUBLISHED_LABELS[search.published] },
    { name: 'status', label: 'Status', value: search.status && DEAL_STATUS_LABELS[search.status] },
    { name: 'category', label: 'Category', value: nameOf(categories, search.category) },
    { name: 'platform', label: 'Platform', value: nameOf(platforms, search.platform) },
    { name: 'attention', label: 'Needs attention', value: search.attention && ATTENTION_LABELS[search.attention] },
  ] as const
  const active = chips.filter(({ value }) => value)
  if (active.length === 0) return null
  return (
    <div className="chips">
      {active.map(({ name, label, value }) => (
        <Chip
          key={name}
          label={label}
          value={value!}
          to={managePath({ ...search, [name]: DEFAULT_MANAGE_SEARCH[name], page: 1 })}
        />
      ))}
      <Link className="link small" to="/admin/deals">
        Clear all
      </Link>
    </div>
  )
}
