import { Link } from '@remix-run/react'
import { Chip } from '~/ui/chip'
import { DEAL_STATUS_LABELS, formatTag } from './deal'
import { type DealSearch, dealSearchParams, EVERY_DEAL } from './deal-search'

type Place = { name: string; slug: string }
type ActiveFiltersProps = { search: DealSearch; categories: Place[]; platforms: Place[] }

/** What the list is narrowed by; each chip leads to the same list without it. */
export function ActiveFilters({ search, categories, platforms }: ActiveFiltersProps) {
  const nameOf = (places: Place[], slug: string) => places.find((place) => place.slug === slug)?.name ?? slug
  const chips = [
    { name: 'category', label: 'Category', value: nameOf(categories, search.category) },
    { name: 'platform', label: 'Platform', value: nameOf(platforms, search.platform) },
    { name: 'status', label: 'Status', value: search.status && DEAL_STATUS_LABELS[search.status] },
    { name: 'tag', label: 'Tag', value: formatTag(search.tag) },
    { name: 'minPrice', label: 'Price from', value: search.minPrice },
    { name: 'maxPrice', label: 'Price to', value: search.maxPrice },
    { name: 'q', label: 'Search', value: search.q },
  ] as const
  const active = chips.filter(({ name }) => search[name] !== '')
  if (active.length === 0) return null
  return (
    <div className="chips">
      {active.map(({ name, label, value }) => (
        <Chip
          key={name}
          label={label}
          value={value}
          to={dealListPath({ ...search, [name]: EVERY_DEAL[name], page: 1 })}
        />
      ))}
      <Link className="link small" to="/deals">
        Clear all
      </Link>
    </div>
  )
}

/** The one address of a list of deals. */
export function dealListPath(search: Partial<DealSearch>) {
  const params = dealSearchParams(search)
  return params ? `/deals?${params}` : '/deals'
}
