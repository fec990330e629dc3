import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { listAuditEntries, listAuditKinds } from '~/features/staff/audit/audit-list.server'
import { AUDIT_TEXT_MAX, auditPath, parseAuditSearch } from '~/features/staff/audit/audit-search'
import { nounOf } from '~/features/staff/audit/audit-sentence'
import { pageHead } from '~/http/page.server'
import { TextField } from '~/ui/field'
import { ListScreen } from '~/ui/list-screen'
import { SelectField } from '~/ui/select-field'
import { AUDIT_COLUMNS } from './audit-columns'

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
  const { who, action, entity, from, to } = search
  const actions = kinds.actions.map((value) => ({ value, label: value }))
  const entities = kinds.entities.map((value) => ({ value, label: nounOf(value) }))
  return (
    <ListScreen
      head={TITLE}
      lead={LEAD}
      label="Entries, newest first"
      filters={{
        isLong: true,
        search: {
          id: 'who',
          label: 'Person',
          placeholder: 'Name, email or ID...',
          maxLength: AUDIT_TEXT_MAX,
          defaultValue: who,
        },
        fields: (
          <>
            <SelectField
              id="action"
              name="action"
              label="Action"
              options={[{ value: '', label: 'Any action' }, ...actions]}
              defaultValue={action}
            />
            <SelectField
              id="entity"
              name="entity"
              label="About"
              options={[{ value: '', label: 'Anything' }, ...entities]}
              defaultValue={entity}
            />
            <TextField id="from" name="from" label="From (UTC)" type="date" className="h-control" defaultValue={from} />
            <TextField id="to" name="to" label="To (UTC)" type="date" className="h-control" defaultValue={to} />
          </>
        ),
      }}
      columns={AUDIT_COLUMNS}
      rows={entries}
      empty={{ icon: 'history', title: 'No entries yet', found: 'No entries found' }}
      search={search}
      pathOf={auditPath}
      cursor={{ newer, older }}
    />
  )
}
