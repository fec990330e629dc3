import { Icon } from '~/ui/icon'
import { SelectField } from '~/ui/select-field'
import { BREAK_EVEN_MONTHS, type DealSearch, REFUND_DAYS } from './deal-search'
import { PriceRange } from './price-range'

type MoreFiltersProps = { search: DealSearch; currencies: string[] }

/** The filters that fewer people need, folded unless one of them is set. */
export function MoreFilters({ search, currencies }: MoreFiltersProps) {
  const isUsed = FIELDS.some((field) => search[field] !== '')
  return (
    <details className="open:flex-[1_1_100%]" open={isUsed}>
      <summary className="inline-flex min-h-control cursor-pointer items-center gap-1.5 rounded-xs pe-2 text-small font-semibold hover:text-primary">
        <Icon name="plus" className="size-4 transition duration-180 in-open:rotate-45" />
        More filters
      </summary>
      <div className="mt-1 grid grid-cols-2 items-start gap-3 border-t border-border pt-3.5 md:grid-cols-4">
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
        <div className="col-span-full flex flex-wrap gap-x-4">
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
    <label className="inline-flex min-h-control cursor-pointer items-center gap-2 pe-2 text-small font-medium">
      <input
        className="size-5 cursor-pointer accent-primary"
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={search[name] !== ''}
      />
      {label}
    </label>
  )
}
