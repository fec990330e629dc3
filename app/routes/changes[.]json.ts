import type { LoaderFunctionArgs } from '@remix-run/node'
import { readChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { respondWithFeed } from '~/features/audience/feeds/feed-response.server'
import { parseChangeSearch } from '~/features/contributions/change-logs/change-search'

export async function loader({ request }: LoaderFunctionArgs) {
  const search = parseChangeSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'json', await readChangeFeed(search, 'json'))
}
