import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/accounts/guards.server'
import { csvDownload } from '~/features/csv-import/csv-download.server'
import { failedRowLines } from '~/features/csv-import/failed-rows.server'
import { findImport } from '~/features/csv-import/import-reports.server'
import { notFound } from '~/http/responses.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const report = await findImport(params.id!)
  if (!report) throw notFound('Import')
  return csvDownload('failed-rows.csv', failedRowLines(report.id, report.header))
}
