import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DEAL_STATUS_LABELS, formatTag } from '~/features/catalog/deals/deal'
import { Chip } from '~/ui/chip'
import { DEFAULT_SEARCH, type DealSearch, dealListPath } from './deal-search'
import { formatBound } from './price-bound'

type FilterOption = { name: string; full_name?: string; slug: string }
type ActiveFiltersProps = {
  search: DealSearch
  categories: FilterOption[]
  platforms: FilterOption[]
  currencies: string[]
  /** Beside them. */
  children?: ReactNode
}

/** The active filters; each chip links to the list without it. */
export function ActiveFilters({ search, categories, platforms, currencies, children }: ActiveFiltersProps) {
  const nameOf = (options: FilterOption[], slug: string) => {
    const option = options.find((option) => option.slug === slug)
    return option?.full_name ?? option?.name ?? slug
  }
  const chips = [
    { name: 'category', label: 'Category', value: nameOf(categories, search.category) },
    { name: 'platform', label: 'Platform', value: nameOf(platforms, search.platform) },
    { name: 'status', label: 'Status', value: search.status && DEAL_STATUS_LABELS[search.status] },
    { name: 'open', label: undefined, value: 'Open now' },
    { name: 'tag', label: 'Tag', value: formatTag(search.tag) },
    { name: 'minPrice', label: 'From', value: formatBound(search.minPrice, currencies) },
    { name: 'maxPrice', label: 'Up to', value: formatBound(search.maxPrice, currencies) },
    { name: 'priced', label: undefined, value: search.priced === '0' ? 'No listed price' : 'Has a price' },
    { name: 'subscriptions', label: undefined, value: 'Also subscriptions' },
    { name: 'refund', label: 'Refund', value: `${search.refund} days or longer` },
    { name: 'breakEven', label: 'Pays for itself within', value: `${search.breakEven} months` },
    { name: 'stackable', label: undefined, value: 'Codes can be stacked' },
    { name: 'offers', label: undefined, value: 'Every offer' },
    { name: 'q', label: 'Search', value: search.q },
  ] as const
  const active = chips.filter(({ name }) => search[name] !== '')
  if (active.length === 0) return null
  return (
    <div
      className="flex items-center gap-2 row-start-1 max-lg:col-span-full max-lg:-mx-gutter max-lg:overflow-x-auto max-lg:px-gutter max-lg:*:flex-none lg:col-start-2 lg:flex-wrap lg:justify-end print:hidden"
      data-loads=""
    >
      {active.map(({ name, label, value }) => (
        <Chip
          key={name}
          label={label}
          value={value}
          to={dealListPath({ ...search, [name]: DEFAULT_SEARCH[name], page: 1 })}
        />
      ))}
      <Link
        className="link inline-flex min-h-6 items-center text-small"
        to={dealListPath({ view: search.view, d: search.d })}
        discover="none"
      >
        Clear all
      </Link>
      {children}
    </div>
  )
}
