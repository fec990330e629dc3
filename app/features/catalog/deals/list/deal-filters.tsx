import { DEAL_STATUS_LABELS, SHOWN_STATUSES } from '~/features/catalog/deals/deal'
import { Button } from '~/ui/button'
import { Field } from '~/ui/field'
import { FilterForm } from '~/ui/filter-form'
import { SearchInput } from '~/ui/input'
import { SelectField } from '~/ui/select-field'
import { DEAL_SORT_LABELS, DEAL_SORTS, type DealSearch, defaultSort, SEARCH_TEXT_LIMIT } from './deal-search'
import { FilterCheck, MoreFilters } from './more-filters'

type FilterOption = { name: string; full_name?: string; slug: string; depth?: number }

const STATUSES = [
  { value: '', label: 'Any status' },
  ...SHOWN_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] })),
]

type DealFiltersProps = {
  search: DealSearch
  categories: FilterOption[]
  platforms: FilterOption[]
  currencies: string[]
}

export function DealFilters({ search, categories, platforms, currencies }: DealFiltersProps) {
  return (
    <search aria-label="Deals">
      <FilterForm columns={6} action="/deals">
        <p className="sr-only">The list reloads when you choose a filter or press Apply.</p>
        <Field id="q" label="Search" className="col-span-full min-[70rem]:col-auto">
          <SearchInput
            id="q"
            name="q"
            placeholder="Search deals..."
            maxLength={SEARCH_TEXT_LIMIT}
            defaultValue={search.q}
          />
        </Field>
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
        <SelectField
          id="sort"
          name="sort"
          label="Sort By"
          defaultValue={sortValue(search)}
          options={sortOptions(search)}
        />
        <Button className="max-md:col-span-full">Apply</Button>
        <div className="col-span-full flex flex-wrap items-center gap-x-6">
          <FilterCheck name="open" label="Open now" search={search} />
          <MoreFilters search={search} currencies={currencies} />
        </div>
        {search.tag ? <input type="hidden" name="tag" value={search.tag} /> : null}
        {search.view ? <input type="hidden" name="view" value={search.view} /> : null}
        {search.d.map((slug) => (
          <input key={slug} type="hidden" name="d" value={slug} />
        ))}
      </FilterForm>
    </search>
  )
}

// The default has no value, so that it stays out of the address like every other unused filter.
function sortValue({ q, sort }: Pick<DealSearch, 'q' | 'sort'>) {
  return sort === defaultSort({ q }) ? '' : sort
}

function sortOptions({ q }: DealSearch) {
  const sorts = q === '' ? DEAL_SORTS.filter((sort) => sort !== 'best') : DEAL_SORTS
  return sorts.map((sort) => ({ value: sortValue({ q, sort }), label: DEAL_SORT_LABELS[sort] }))
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function toOption({ name, slug, depth = 0 }: FilterOption) {
  return { value: slug, label: '\u2003'.repeat(depth) + name }
}
