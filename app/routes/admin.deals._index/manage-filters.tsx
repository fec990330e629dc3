import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-search'
import type { FilterOption } from '~/features/catalog/deals/list/managed-filter-labels'
import {
  ATTENTION_LABELS,
  ATTENTIONS,
  type ManageSearch,
  PUBLISHED_FILTERS,
  PUBLISHED_LABELS,
} from '~/features/catalog/deals/list/managed-search'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { SelectField } from '~/ui/select-field'

type ManageFiltersProps = { search: ManageSearch; categories: FilterOption[]; platforms: FilterOption[] }

export function ManageFilters({ search, categories, platforms }: ManageFiltersProps) {
  const choices = [
    { id: 'published', label: 'Published', any: 'All', options: optionsOf(PUBLISHED_FILTERS, PUBLISHED_LABELS) },
    { id: 'status', label: 'Status', any: 'Any', options: optionsOf(DEAL_STATUSES, DEAL_STATUS_LABELS) },
    { id: 'category', label: 'Category', any: 'All', options: categories.map(toOption) },
    { id: 'platform', label: 'Platform', any: 'All', options: platforms.map(toOption) },
    { id: 'attention', label: 'Needs attention', any: 'Any', options: optionsOf(ATTENTIONS, ATTENTION_LABELS) },
  ] as const
  return (
    <FilterBar label="Deals" action="/admin/deals">
      <SearchField
        id="q"
        label="Search"
        placeholder="Search by title or vendor..."
        maxLength={SEARCH_TEXT_LIMIT}
        defaultValue={search.q}
      />
      {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
      {choices.map(({ id, label, any, options }) => (
        <SelectField
          key={id}
          id={id}
          name={id}
          label={label}
          defaultValue={search[id]}
          options={[{ value: '', label: any }, ...options]}
        />
      ))}
    </FilterBar>
  )
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }))
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function toOption({ name, slug, depth = 0 }: FilterOption) {
  return { value: slug, label: '\u2003'.repeat(depth) + name }
}
