import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseChangeSearch } from '~/features/change-logs/change-search'
import { readChangeFeed } from '~/features/feeds/change-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseChangeSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'rss', await readChangeFeed(search, 'rss'))
}
