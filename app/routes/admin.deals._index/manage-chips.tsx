import { Link } from '@remix-run/react'
import { type FilterOption, listActiveFilters } from '~/features/catalog/deals/list/managed-filter-labels'
import { DEFAULT_MANAGE_SEARCH, type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { Chip } from '~/ui/chip'

type ManageChipsProps = { search: ManageSearch; categories: FilterOption[]; platforms: FilterOption[] }

/** The active filters; each chip links to the list without it. */
export function ManageChips({ search, ...taxonomies }: ManageChipsProps) {
  const active = listActiveFilters(search, taxonomies)
  if (active.length === 0) return null
  return (
    <div className="chips">
      {active.map(({ name, label, value }) => (
        <Chip
          key={name}
          label={label}
          value={value}
          to={managePath({ ...search, [name]: DEFAULT_MANAGE_SEARCH[name], page: 1 })}
        />
      ))}
      <Link className="link small" to={managePath({ sort: search.sort })}>
        Clear all
      </Link>
    </div>
  )
}
