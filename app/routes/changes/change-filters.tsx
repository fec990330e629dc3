import { AFFECTS_LABELS, AFFECTS_OWNERS, CHANGE_KIND_LABELS, CHANGE_KINDS } from '~/features/catalog/record/change-log'
import type { ChangeSearch } from '~/features/contributions/change-logs/change-search'
import { Button } from '~/ui/button'
import { SelectField } from '~/ui/select-field'

type ChangeFiltersProps = { search: ChangeSearch; categories: { name: string; slug: string; depth: number }[] }

const KINDS = [
  { value: '', label: 'Any kind' },
  ...CHANGE_KINDS.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] })),
]
const AFFECTED = [
  { value: '', label: 'Anyone' },
  ...AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] })),
]

export function ChangeFilters({ search, categories }: ChangeFiltersProps) {
  return (
    <search aria-label="Verified changes">
      <form className="filters md:grid-cols-[repeat(3,minmax(0,1fr))_auto]" action="/changes" data-auto-submit="">
        <p className="sr-only">The list reloads when you choose a filter or press Apply.</p>
        <SelectField id="kind" name="kind" label="Kind" defaultValue={search.kind} options={KINDS} />
        <SelectField id="affects" name="affects" label="Affects" defaultValue={search.affects} options={AFFECTED} />
        <SelectField
          id="category"
          name="category"
          label="Category"
          defaultValue={search.category}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map(({ name, slug, depth }) => ({ value: slug, label: '\u2003'.repeat(depth) + name })),
          ]}
        />
        <Button>Apply</Button>
      </form>
    </search>
  )
}
