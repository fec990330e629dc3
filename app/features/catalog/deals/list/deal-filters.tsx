import { DEAL_STATUS_LABELS, SHOWN_STATUSES } from '~/features/catalog/deals/deal'
import { Count } from '~/ui/badge'
import { Button } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { Field } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { SearchInput } from '~/ui/input'
import { SelectField } from '~/ui/select-field'
import {
  DEAL_SORT_LABELS,
  DEAL_SORTS,
  type DealSearch,
  defaultSort,
  hasCrossedPrices,
  SEARCH_TEXT_LIMIT,
} from './deal-search'
import { MORE_FILTERS, MoreFilters } from './more-filters'

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

/**
 * One row. Narrow windows have the search, and everything else behind "Filters"; from 64rem only the rarer filters are
 * behind it. A browser without `::details-content` folds everything at any width.
 */
export function DealFilters({ search, categories, platforms, currencies }: DealFiltersProps) {
  const used = USED_BEHIND.filter((name) => search[name] !== '').length
  return (
    <search aria-label="Deals">
      <form
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2.5 gap-y-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto_auto] min-[70rem]:grid-cols-[minmax(0,1fr)_repeat(4,9.75rem)_auto_auto]"
        action="/deals"
        data-auto-submit=""
        data-filters=""
      >
        <p className="sr-only">The list reloads when you choose a filter or press Apply.</p>
        <Field id="q" label="Search" className="max-lg:[&>label]:sr-only lg:col-span-full min-[70rem]:col-auto">
          <SearchInput
            id="q"
            name="q"
            placeholder="Search deals..."
            maxLength={SEARCH_TEXT_LIMIT}
            defaultValue={search.q}
          />
        </Field>
        {/* Open for an error only: the chips below say what is set, and the deals are what people came for. */}
        <details
          className="group contents not-open:max-lg:details-content:hidden details-content:col-span-full lg:details-content:contents lg:details-content:[content-visibility:visible]"
          open={hasCrossedPrices(search)}
        >
          <summary className={buttonClasses({ tone: 'secondary', className: 'lg:order-1' })}>
            <Icon name="sliders-horizontal" />
            Filters
            {used > 0 ? (
              <Count value={used}>
                <span className="sr-only"> set</span>
              </Count>
            ) : null}
          </summary>
          <div className="grid grid-cols-2 gap-3 rounded-md border border-border bg-card p-4 lg:contents">
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
            <MoreFilters search={search} currencies={currencies} />
            <Button className="max-lg:col-span-full lg:order-1">Apply</Button>
          </div>
        </details>
        {search.tag ? <input type="hidden" name="tag" value={search.tag} /> : null}
        {search.view ? <input type="hidden" name="view" value={search.view} /> : null}
        {search.d.map((slug) => (
          <input key={slug} type="hidden" name="d" value={slug} />
        ))}
      </form>
    </search>
  )
}

/** The filters that are behind "Filters" at some width. */
const USED_BEHIND = ['category', 'platform', 'status', ...MORE_FILTERS] as const

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
