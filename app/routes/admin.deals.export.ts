import type { LoaderFunctionArgs } from '@remix-run/node'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { verifyBeforeDownload } from '~/features/people/accounts/reauthentication.server'
import { exportDeals } from '~/features/staff/csv-import/export-deals.server'
import { respondWithFile } from '~/http/files.server'

/** The staff's list of deals with its filters as a CSV file, all pages of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseManageSearch(request.url)
  await verifyBeforeDownload(request, managePath(search))
  const day = new Date().toISOString().slice(0, 10)
  const chunks = exportDeals(search)
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: `deals-${day}.csv`, isPrivate: true })
}
