import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/accounts/guards.server'
import { csvDownload } from '~/features/csv-import/csv-download.server'
import { exportLines } from '~/features/csv-import/export-deals.server'
import { parseManageSearch } from '~/features/deals/manage-search'

/** The staff's list of deals as it is filtered, whole, as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const day = new Date().toISOString().slice(0, 10)
  return csvDownload(`deals-${day}.csv`, exportLines(parseManageSearch(request.url)))
}
