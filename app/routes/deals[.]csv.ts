import { parseDealSearch } from '~/features/deals/deal-search'
import { writeDealCsv } from '~/features/feeds/deal-csv.server'
import { publicFile } from '~/features/feeds/public-file.server'
import { respondWithFile } from '~/http/file-response.server'

export const loader = publicFile(async ({ request }) => {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFile(request, { type: 'text/csv', chunks: writeDealCsv(search), saveAs: 'deals.csv' })
})
