import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseChangeSearch } from '~/features/change-logs/change-search'
import { readChangeFeed } from '~/features/feeds/change-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'
import { requireCanonicalPath } from '~/http/canonical-path.server'

export async function loader({ request }: LoaderFunctionArgs) {
  requireCanonicalPath(request)
  const search = parseChangeSearch(new URL(request.url).searchParams)
  return respondWithFeed(request, 'json', await readChangeFeed(search, 'json'))
}
