import { AUDIT_TEXT_MAX, type AuditSearch } from '~/features/staff/audit/audit-search'
import { nounOf } from '~/features/staff/audit/audit-sentence'
import { TextField } from '~/ui/field'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { SelectField } from '~/ui/select-field'

type AuditFiltersProps = { search: AuditSearch; kinds: { actions: string[]; entities: string[] } }

export function AuditFilters({ search, kinds }: AuditFiltersProps) {
  const actions = kinds.actions.map((value) => ({ value, label: value }))
  const entities = kinds.entities.map((value) => ({ value, label: nounOf(value) }))
  return (
    <FilterBar label="Entries" action="/admin/audit">
      <SearchField
        id="who"
        label="Person"
        placeholder="Name, email or ID..."
        maxLength={AUDIT_TEXT_MAX}
        defaultValue={search.who}
      />
      <SelectField
        id="action"
        name="action"
        label="Action"
        options={[{ value: '', label: 'Any action' }, ...actions]}
        defaultValue={search.action}
      />
      <SelectField
        id="entity"
        name="entity"
        label="About"
        options={[{ value: '', label: 'Anything' }, ...entities]}
        defaultValue={search.entity}
      />
      <TextField id="from" name="from" label="From (UTC)" type="date" defaultValue={search.from} />
      <TextField id="to" name="to" label="To (UTC)" type="date" defaultValue={search.to} />
    </FilterBar>
  )
}
