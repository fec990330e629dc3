import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/accounts/guards.server'
import { listTable } from '~/features/analytics/metric-tables.server'
import { METRIC_TABLES, parseRange } from '~/features/analytics/range'
import { BOM, csvDownload, csvLine } from '~/features/csv-import/csv-download.server'
import { notFound } from '~/http/responses.server'

/** A table of the analytics page as a file, for the range in the address. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const table = METRIC_TABLES.find((name) => name === params.table)
  if (!table) throw notFound('Table')
  const range = parseRange(request)
  const rows = await listTable(table, range)
  return csvDownload(`clicks-${table}-${range}.csv`, [BOM, ...rows.map(csvLine)])
}
