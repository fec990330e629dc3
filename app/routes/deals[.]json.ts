import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseDealSearch } from '~/features/deals/deal-search'
import { readDealFeed } from '~/features/feeds/deal-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'json', await readDealFeed(search, 'json'))
}
