import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { findImport, writeFailedRows } from '~/features/staff/csv-import/import-reports.server'
import { respondWithFile } from '~/http/files.server'
import { notFound } from '~/http/responses.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const report = await findImport(params.id!)
  if (!report) throw notFound('Import')
  const chunks = writeFailedRows(report.id, report.header)
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: 'failed-rows.csv', isPrivate: true })
}
