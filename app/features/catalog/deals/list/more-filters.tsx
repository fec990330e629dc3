import { SelectField } from '~/ui/select-field'
import { BREAK_EVEN_MONTHS, type DealSearch, REFUND_DAYS } from './deal-search'
import { PriceRange } from './price-range'

type MoreFiltersProps = { search: DealSearch; currencies: string[] }

/** The rarer filters: on a wide screen in a box below the row, while "Filters" is open. */
export function MoreFilters({ search, currencies }: MoreFiltersProps) {
  return (
    <div className="col-span-full grid grid-cols-2 items-start gap-3 md:grid-cols-4 lg:order-2 lg:rounded-md lg:border lg:border-border lg:bg-card lg:p-4 lg:group-not-open:hidden">
      <PriceRange search={search} currencies={currencies} />
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
      <div className="col-span-full flex flex-wrap gap-x-4">
        <FilterCheck name="open" label="Open now" search={search} />
        <FilterCheck name="subscriptions" label="Also subscriptions" search={search} />
        <FilterCheck name="priced" label="Has a price" search={search} />
        <FilterCheck name="stackable" label="Codes can be stacked" search={search} />
        <FilterCheck name="offers" value="all" label="List every offer separately" search={search} />
      </div>
    </div>
  )
}

export const MORE_FILTERS = [
  'minPrice',
  'maxPrice',
  'refund',
  'breakEven',
  'open',
  'subscriptions',
  'priced',
  'stackable',
  'offers',
] as const
const REFUNDS = [{ value: '', label: 'Any' }, ...REFUND_DAYS.map((value) => ({ value, label: `${value} days` }))]
const PERIODS = [
  { value: '', label: 'Any time' },
  ...BREAK_EVEN_MONTHS.map((value) => ({ value, label: `${value} months` })),
]

type FilterCheckProps = {
  name: 'open' | 'subscriptions' | 'priced' | 'stackable' | 'offers'
  value?: string
  label: string
  search: DealSearch
}

function FilterCheck({ name, value = '1', label, search }: FilterCheckProps) {
  return (
    <label className="inline-flex min-h-control cursor-pointer items-center gap-2 pe-2 text-small font-medium">
      <input
        className="size-5 cursor-pointer accent-primary"
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={search[name] === value}
      />
      {label}
    </label>
  )
}
