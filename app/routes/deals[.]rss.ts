import { parseDealSearch } from '~/features/deals/deal-search'
import { readDealFeed } from '~/features/feeds/deal-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'
import { publicFile } from '~/features/feeds/public-file.server'

export const loader = publicFile(async ({ request }) => {
  const search = parseDealSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'rss', await readDealFeed(search, 'rss'))
})
