import type { LoaderFunctionArgs } from '@remix-run/node'
import { findPublishedDealTitle } from '~/features/deals/deal-page.server'
import { missingDeal } from '~/features/deals/missing-deal.server'
import { readDealChangeFeed } from '~/features/feeds/change-feed.server'
import { respondWithFeed } from '~/features/feeds/feed-response.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw await missingDeal(params.slug!, request)
  return respondWithFeed(request, 'rss', await readDealChangeFeed(deal))
}
