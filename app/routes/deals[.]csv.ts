import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseDealSearch } from '~/features/deals/deal-search'
import { writeDealCsv } from '~/features/feeds/deal-csv.server'
import { respondWithFile } from '~/http/file-response.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFile(request, { type: 'text/csv', chunks: writeDealCsv(search), saveAs: 'deals.csv' })
}
