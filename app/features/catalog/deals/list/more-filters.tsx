import { Icon } from '~/ui/icon'
import { SelectField } from '~/ui/select-field'
import { BREAK_EVEN_MONTHS, type DealSearch, REFUND_DAYS } from './deal-search'
import { PriceRange } from './price-range'

type MoreFiltersProps = { search: DealSearch; currencies: string[] }

/** The filters that fewer people need, folded unless one of them is set. */
export function MoreFilters({ search, currencies }: MoreFiltersProps) {
  const isUsed = FIELDS.some((field) => search[field] !== '')
  return (
    <details className="filters__fold" open={isUsed}>
      <summary>
        <Icon name="plus" />
        More filters
      </summary>
      <div className="filters__extra">
        <SelectField
          id="refund"
          name="refund"
          label="Refund of at least"
          defaultValue={search.refund}
          options={REFUNDS}
        />
        <SelectField
          id="breakEven"
          name="breakEven"
          label="Pays for itself within"
          defaultValue={search.breakEven}
          options={PERIODS}
        />
        <PriceRange search={search} currencies={currencies} />
        <div className="filters__checks">
          <FilterCheck name="stackable" label="Codes can be stacked" search={search} />
          <FilterCheck name="priced" label="Has a price" search={search} />
          <FilterCheck name="offers" value="all" label="Show earlier offers as rows of their own" search={search} />
        </div>
      </div>
    </details>
  )
}

const FIELDS = ['minPrice', 'maxPrice', 'refund', 'breakEven', 'stackable', 'priced', 'offers'] as const
const REFUNDS = [{ value: '', label: 'Any' }, ...REFUND_DAYS.map((value) => ({ value, label: `${value} days` }))]
const PERIODS = [
  { value: '', label: 'Any time' },
  ...BREAK_EVEN_MONTHS.map((value) => ({ value, label: `${value} months` })),
]

type FilterCheckProps = {
  name: 'open' | 'priced' | 'stackable' | 'offers'
  value?: string
  label: string
  search: DealSearch
}

export function FilterCheck({ name, value = '1', label, search }: FilterCheckProps) {
  return (
    <label className="filters__check">
      <input type="checkbox" name={name} value={value} defaultChecked={search[name] !== ''} />
      {label}
    </label>
  )
}
