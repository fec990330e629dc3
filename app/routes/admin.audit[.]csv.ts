import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { recordExport } from '~/features/people/audit/audit.server'
import { iterateAuditEntries } from '~/features/staff/audit/audit-list.server'
import { type AuditSearch, auditPath, parseAuditSearch } from '~/features/staff/audit/audit-search'
import { respondWithFile, writeCsv } from '~/http/files.server'

const COLUMNS = [
  'id',
  'created_at',
  'actor_id',
  'actor_pseudonym',
  'actor',
  'actor_email',
  'action',
  'entity_type',
  'entity_id',
  'detail',
]

/** The audit log with its filters as a CSV file, newest first, all pages of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request)
  const search = parseAuditSearch(new URL(request.url).searchParams)
  await requireRecentPassword(request, auditPath(search))
  await recordExport(request, admin.id, 'audit.exported')
  const day = new Date().toISOString().slice(0, 10)
  const chunks = writeCsv(COLUMNS, readRows(search))
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: `audit-log-${day}.csv`, isPrivate: true })
}

async function* readRows(search: AuditSearch) {
  for await (const entries of iterateAuditEntries(search)) {
    yield entries.map((entry) => ({
      ...entry,
      created_at: entry.created_at.toISOString(),
      detail: JSON.stringify(entry.detail),
    }))
  }
}
