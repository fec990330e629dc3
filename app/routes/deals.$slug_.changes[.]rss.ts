import type { LoaderFunctionArgs } from '@remix-run/node'
import { readDealChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { respondWithFeed } from '~/features/audience/feeds/feed-response.server'
import { findPublishedDealTitle, missingDeal } from '~/features/catalog/deals/page/deal-page.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw await missingDeal(params.slug!, request)
  return respondWithFeed(request, 'rss', await readDealChangeFeed(deal))
}
