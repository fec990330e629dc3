import type { LoaderFunctionArgs } from '@remix-run/node'
import { readDealFeed } from '~/features/audience/feeds/deal-feed.server'
import { respondWithFeed } from '~/features/audience/feeds/feed-response.server'
import { parseDealSearch } from '~/features/catalog/deals/list/deal-filters'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'rss', await readDealFeed(search, 'rss'))
}
