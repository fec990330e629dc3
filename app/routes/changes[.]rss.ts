import { parseChangeSearch } from '~/features/change-logs/change-search'
import { readChangeFeed } from '~/features/feeds/change-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'
import { publicFile } from '~/features/feeds/public-file.server'

export const loader = publicFile(async ({ request }) => {
  const search = parseChangeSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'rss', await readChangeFeed(search, 'rss'))
})
