import type { LoaderFunctionArgs } from '@remix-run/node'
import { writeDealCsv } from '~/features/audience/feeds/deal-csv.server'
import { parseDealSearch } from '~/features/catalog/deals/list/deal-search'
import { respondWithFile } from '~/http/files.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFile(request, { type: 'text/csv', chunks: writeDealCsv(search), saveAs: 'deals.csv' })
}
