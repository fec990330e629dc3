import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { listAuditEntries, listAuditKinds } from '~/features/staff/audit/audit-list.server'
import { AUDIT_TEXT_MAX, type AuditSearch, auditPath, parseAuditSearch } from '~/features/staff/audit/audit-search'
import { nounOf } from '~/features/staff/audit/audit-sentence'
import { pageHead } from '~/http/page.server'
import { CursorPager } from '~/ui/cursor-pager'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/field'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'
import { AuditTable } from './audit-table'

const TITLE = 'Audit Log'
const LEAD = 'Every recorded action, newest first. Entries cannot be changed.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseAuditSearch(new URL(request.url).searchParams)
  const [{ entries, newer, older }, kinds] = await Promise.all([listAuditEntries(search), listAuditKinds()])
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/audit', isIndexed: false })
  return {
    head,
    search,
    kinds,
    entries,
    newer: newer && auditPath({ ...search, ...newer }),
    older: older && auditPath({ ...search, ...older }),
  }
}

export default function AuditPage() {
  const { search, kinds, entries, newer, older } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD} />
      <AuditFilters search={search} kinds={kinds} />
      {entries.length > 0 ? (
        <AuditTable entries={entries} />
      ) : auditPath(search) === '/admin/audit' ? (
        <EmptyState icon="history" title="No entries yet" />
      ) : (
        <NoMatches title="No entries found" clear="/admin/audit" />
      )}
      <CursorPager newer={newer} older={older} />
    </>
  )
}

type AuditFiltersProps = { search: AuditSearch; kinds: { actions: string[]; entities: string[] } }

function AuditFilters({ search, kinds }: AuditFiltersProps) {
  const actions = kinds.actions.map((value) => ({ value, label: value }))
  const entities = kinds.entities.map((value) => ({ value, label: nounOf(value) }))
  return (
    <FilterBar
      label="Entries"
      action="/admin/audit"
      isLong
      search={
        <SearchField
          id="who"
          label="Person"
          placeholder="Name, email or ID..."
          maxLength={AUDIT_TEXT_MAX}
          defaultValue={search.who}
        />
      }
    >
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
      <TextField
        id="from"
        name="from"
        label="From (UTC)"
        type="date"
        className="h-control"
        defaultValue={search.from}
      />
      <TextField id="to" name="to" label="To (UTC)" type="date" className="h-control" defaultValue={search.to} />
    </FilterBar>
  )
}
