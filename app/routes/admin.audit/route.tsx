import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { isAdmin } from '~/features/people/accounts/profile'
import { listAuditEntries, listAuditKinds } from '~/features/staff/audit/audit-list.server'
import { auditExportPath, auditPath, parseAuditSearch } from '~/features/staff/audit/audit-search'
import { pageHead } from '~/http/page.server'
import { ButtonLink } from '~/ui/button'
import { CursorPager } from '~/ui/cursor-pager'
import { EmptyState } from '~/ui/empty-state'
import { NoMatches } from '~/ui/no-matches'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { AuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'

const TITLE = 'Audit Log'
const LEAD = 'Every recorded action, newest first. Entries cannot be changed.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const search = parseAuditSearch(new URL(request.url).searchParams)
  const [{ entries, newer, older }, kinds] = await Promise.all([listAuditEntries(search), listAuditKinds()])
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/audit', isIndexed: false })
  return {
    head,
    search,
    kinds,
    exportPath: isAdmin(user) ? auditExportPath(search) : undefined,
    entries,
    newer: newer && auditPath({ ...search, ...newer }),
    older: older && auditPath({ ...search, ...older }),
  }
}

export default function AuditPage() {
  const { search, kinds, exportPath, entries, newer, older } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD}>
        {exportPath ? (
          <ButtonLink href={exportPath} tone="secondary" icon="download">
            Export CSV
          </ButtonLink>
        ) : null}
      </ScreenHead>
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
