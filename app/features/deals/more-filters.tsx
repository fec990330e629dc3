import { Icon } from '~/ui/icon'
import type { DealSearch } from './deal-search'
import { PriceRange } from './price-range'

type MoreFiltersProps = { search: DealSearch; currencies: string[] }

/** The filters that fewer people need, folded unless one of them is set. */
export function MoreFilters({ search, currencies }: MoreFiltersProps) {
  const isUsed = [search.minPrice, search.maxPrice, search.priced, search.offers].some((value) => value !== '')
  return (
    <details className="filters__fold" open={isUsed}>
      <summary>
        <Icon name="plus" />
        More filters
      </summary>
      <div className="filters__extra">
        <PriceRange search={search} currencies={currencies} />
        <FilterCheck name="priced" label="Has a price" search={search} />
        <FilterCheck name="offers" value="all" label="Show earlier offers as rows of their own" search={search} />
      </div>
    </details>
  )
}

type FilterCheckProps = { name: 'open' | 'priced' | 'offers'; value?: string; label: string; search: DealSearch }

export function FilterCheck({ name, value = '1', label, search }: FilterCheckProps) {
  return (
    <label className="filters__check">
      <input type="checkbox" name={name} value={value} defaultChecked={search[name] !== ''} />
      {label}
    </label>
  )
}
