import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { SelectField } from '~/ui/select-field'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from './deal'
import {
  DEAL_SORT_LABELS,
  DEAL_SORTS,
  type DealSearch,
  type DealSort,
  EVERY_DEAL,
  SEARCH_TEXT_LIMIT,
} from './deal-search'

type Place = { name: string; slug: string; depth?: number }

const STATUSES = [
  { value: '', label: 'Any status' },
  ...DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] })),
]
// The default has no value, so that the form leaves it out of the address like every other field left alone.
const SORTS = DEAL_SORTS.map((sort) => ({ value: sortValue(sort), label: DEAL_SORT_LABELS[sort] }))

type DealFiltersProps = { search: DealSearch; categories: Place[]; platforms: Place[] }

/** A plain form that asks for a new document, so that it always shows what the address says. */
export function DealFilters({ search, categories, platforms }: DealFiltersProps) {
  return (
    <search aria-label="Deals">
      <form className="filters" action="/deals" data-auto-submit="">
        <p className="sr-only">The list is loaded again when you choose a filter or press Apply.</p>
        <div className="field search-field">
          <label className="field__label" htmlFor="q">
            Search
          </label>
          <div className="search">
            <Icon name="search" />
            <input
              className="input"
              id="q"
              name="q"
              type="search"
              placeholder="Search deals..."
              maxLength={SEARCH_TEXT_LIMIT}
              defaultValue={search.q}
            />
          </div>
        </div>
        <SelectField
          id="category"
          name="category"
          label="Category"
          defaultValue={search.category}
          options={[{ value: '', label: 'All categories' }, ...categories.map(toOption)]}
        />
        <SelectField
          id="platform"
          name="platform"
          label="Platform"
          defaultValue={search.platform}
          options={[{ value: '', label: 'All platforms' }, ...platforms.map(toOption)]}
        />
        <SelectField id="status" name="status" label="Status" defaultValue={search.status} options={STATUSES} />
        <SelectField id="sort" name="sort" label="Sort By" defaultValue={sortValue(search.sort)} options={SORTS} />
        <details className="filters__more" open={Boolean(search.minPrice || search.maxPrice)}>
          <summary>
            <Icon name="chevron-right" />
            Price range
          </summary>
          <div className="filters__prices">
            <PriceField id="minPrice" label="Lowest price" value={search.minPrice} />
            <PriceField id="maxPrice" label="Highest price" value={search.maxPrice} />
          </div>
        </details>
        <Button>Apply</Button>
        {search.tag ? <input type="hidden" name="tag" value={search.tag} /> : null}
      </form>
    </search>
  )
}

function PriceField({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      type="number"
      inputMode="decimal"
      min="0"
      step="0.01"
      defaultValue={value}
      className="input--figure"
    />
  )
}

function sortValue(sort: DealSort) {
  return sort === EVERY_DEAL.sort ? '' : sort
}

// Two characters that do not collapse show in a native list which category belongs to which.
function toOption({ name, slug, depth = 0 }: Place) {
  return { value: slug, label: '\u2003'.repeat(depth) + name }
}
