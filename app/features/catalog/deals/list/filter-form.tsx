import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { Count } from '~/ui/badge'
import { Button } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { Chip } from '~/ui/chip'
import { Field, FieldHint, TextField } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { SearchInput } from '~/ui/input'
import { GroupLink, LinkGroup } from '~/ui/link-group'
import { currencySign, digitsOf } from '~/ui/money'
import { PRICE_INPUT } from '~/ui/price-input'
import { SelectField } from '~/ui/select-field'
import {
  DEAL_SORT_LABELS,
  DEAL_SORTS,
  DEFAULT_SEARCH,
  type DealSearch,
  dealListPath,
  filtersDrawnBy,
  hasCrossedPrices,
  inView,
  listChips,
  SEARCH_TEXT_LIMIT,
  type SearchNames,
} from './deal-filters'

type Taxon = { name: string; slug: string; depth?: number }
type FormProps = { search: DealSearch; categories: Taxon[]; platforms: Taxon[]; currencies: string[] }

const [SELECTS, PRICES, CHECKS, HIDDEN] = [
  filtersDrawnBy('select'),
  filtersDrawnBy('price'),
  filtersDrawnBy('check'),
  filtersDrawnBy('hidden'),
]
/** The filters that are behind "Filters" at some width. */
const FOLDED = [...SELECTS, ...PRICES, ...CHECKS]

/**
 * One row. Narrow windows have the search, and everything else behind "Filters"; from 64rem only the rarer filters are
 * behind it. A browser without `::details-content` folds everything at any width.
 */
export function DealFilterForm({ search, categories, platforms, currencies }: FormProps) {
  const used = FOLDED.filter(({ name }) => search[name] !== '').length
  const taxonomies = { categories, platforms }
  const selects = (isRare: boolean) =>
    SELECTS.filter((select) => select.isRare === isRare).map(({ name, control: { label, any, options } }) => (
      <SelectField
        key={name}
        id={name}
        name={name}
        label={label}
        defaultValue={search[name]}
        options={[
          { value: '', label: any },
          ...(typeof options === 'string' ? taxonomies[options].map(toOption) : options),
        ]}
      />
    ))
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
            {selects(false)}
            <SelectField
              id="sort"
              name="sort"
              label="Sort By"
              defaultValue={sortValue(search.sort)}
              options={sortOptions(search)}
            />
            {/* On a wide screen in a box below the row, while "Filters" is open. */}
            <div className="col-span-full grid grid-cols-2 items-start gap-3 md:grid-cols-4 lg:order-2 lg:rounded-md lg:border lg:border-border lg:bg-card lg:p-4 lg:group-not-open:hidden">
              <PriceRange search={search} currencies={currencies} />
              {selects(true)}
              <div className="col-span-full flex flex-wrap gap-x-4">
                {CHECKS.map(({ name, control: { label, value } }) => (
                  <label
                    key={name}
                    className="inline-flex min-h-control cursor-pointer items-center gap-2 pe-2 text-small font-medium"
                  >
                    <input
                      className="size-5 cursor-pointer accent-primary"
                      type="checkbox"
                      name={name}
                      value={value}
                      defaultChecked={search[name] === value}
                    />
                    {label}
                  </label>
                ))}
              </div>
            </div>
            <Button className="max-lg:col-span-full lg:order-1">Apply</Button>
          </div>
        </details>
        {HIDDEN.map(({ name }) =>
          search[name] ? <input key={name} type="hidden" name={name} value={search[name]} /> : null,
        )}
        {search.view ? <input type="hidden" name="view" value={search.view} /> : null}
      </form>
    </search>
  )
}

// The default has no value, so that it stays out of the address like every other unused filter.
const sortValue = (sort: DealSearch['sort']) => (sort === DEFAULT_SEARCH.sort ? '' : sort)

function sortOptions({ q }: DealSearch) {
  const sorts = DEAL_SORTS.filter((sort) => q !== '' || sort !== 'best')
  return sorts.map((sort) => ({ value: sortValue(sort), label: DEAL_SORT_LABELS[sort] }))
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function toOption({ name, slug, depth = 0 }: Taxon) {
  return { value: slug, label: '\u2003'.repeat(depth) + name }
}

/** The price bounds of a search, with their currency, or with what they mean where deals have several. */
function PriceRange({ search, currencies }: Pick<FormProps, 'search' | 'currencies'>) {
  const [currency, another] = currencies
  const only = another === undefined ? currency : undefined
  const errors = hasCrossedPrices(search) ? ['Max price must not be below min price.'] : undefined
  return (
    <fieldset className="col-span-full grid grid-cols-2 gap-x-3 gap-y-1.75 md:col-span-2" aria-describedby={HINT}>
      <legend className="sr-only">Price range</legend>
      {PRICES.map(({ name, control: { label } }) => (
        <TextField
          key={name}
          id={name}
          name={name}
          label={only ? `${label} (${currencySign(only)})` : label}
          type="number"
          inputMode="decimal"
          min="0"
          max={10 ** DEAL_LIMITS.priceDigits}
          step={only ? 10 ** -digitsOf(only) : 'any'}
          defaultValue={search[name]}
          errors={name === 'maxPrice' ? errors : undefined}
          className={PRICE_INPUT}
        />
      ))}
      <FieldHint className="col-span-full" id={HINT}>
        {another ? `Each price is compared in its own currency (${nameAll(currencies)}), without conversion. ` : ''}
        Deals without a price are left out.
      </FieldHint>
    </fieldset>
  )
}

const HINT = 'price-hint'

/** More currencies than this are counted instead of named. */
const MAX_NAMED = 4
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

function nameAll(currencies: string[]) {
  return currencies.length > MAX_NAMED ? `one of ${currencies.length}` : OR.format(currencies)
}

type ActiveFiltersProps = { search: DealSearch; names: SearchNames; children?: ReactNode }

/** The active filters; each chip links to the list without it. `children` follow them. */
export function ActiveFilters({ search, names, children }: ActiveFiltersProps) {
  const chips = listChips(search, names)
  if (chips.length === 0) return null
  return (
    <div
      className="flex items-center gap-2 row-start-1 max-lg:col-span-full max-lg:-mx-gutter max-lg:overflow-x-auto max-lg:px-gutter max-lg:*:flex-none lg:col-start-2 lg:flex-wrap lg:justify-end print:hidden"
      data-loads=""
    >
      {chips.map(({ name, ...chip }) => (
        <Chip key={name} {...chip} />
      ))}
      <Link
        className="link inline-flex min-h-6 items-center text-small"
        to={dealListPath({ view: search.view })}
        discover="none"
      >
        Clear all
      </Link>
      {children}
    </div>
  )
}

/** Cards or rows, with the same filters and sort. Both links name their view, which is how it is remembered. */
export function ViewSwitch({ search }: { search: DealSearch }) {
  const grid = dealListPath(inView(search, ''))
  return (
    <LinkGroup label="View">
      <GroupLink
        to={`${grid}${grid.includes('?') ? '&' : '?'}view=grid`}
        isCurrent={search.view === ''}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="layout-grid" className="size-4" />
        Grid
      </GroupLink>
      <GroupLink
        to={dealListPath(inView(search, 'list'))}
        isCurrent={search.view === 'list'}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="list" className="size-4" />
        List
      </GroupLink>
    </LinkGroup>
  )
}
