import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/accounts/guards.server'
import { exportDeals } from '~/features/csv-import/export-deals.server'
import { parseManageSearch } from '~/features/deals/manage-search'
import { respondWithFile } from '~/http/file-response.server'

/** The staff's list of deals with its filters as a CSV file, all pages of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const day = new Date().toISOString().slice(0, 10)
  const chunks = exportDeals(parseManageSearch(request.url))
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: `deals-${day}.csv`, isPrivate: true })
}
