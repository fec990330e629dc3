import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { listTable } from '~/features/staff/analytics/metric-tables.server'
import { METRIC_TABLES, parseRange } from '~/features/staff/analytics/range'
import { respondWithFile, writeCsv } from '~/http/files.server'
import { notFound } from '~/http/responses.server'

/** A table of the analytics page as a CSV file, for the range in the URL. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const table = METRIC_TABLES.find((name) => name === params.table)
  if (!table) throw notFound('Table')
  const range = parseRange(request)
  const { columns, rows } = await listTable(table, range)
  return respondWithFile(request, {
    type: 'text/csv',
    chunks: writeCsv(columns, [rows]),
    saveAs: `clicks-${table}-${range}.csv`,
    isPrivate: true,
  })
}
