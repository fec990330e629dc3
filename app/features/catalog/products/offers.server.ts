import { db } from '~/db/database.server'
import { memoizeByRequest } from '~/db/memoize-by-request.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { utcToday } from '~/http/utc-day'
import type { Offer } from './offer'

/** More than any product has had; older ones are left out. */
const OFFER_LIMIT = 100

const offersOfProduct = prepare('offers_of_product', (given: Placeholders<{ productId: string; today: string }>) =>
  db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select([
      'deals.id',
      'deals.slug',
      'platforms.name as platform',
      'deals.deal_price',
      'deals.deal_price_period',
      'deals.discount_percent',
      'deals.coupon_code',
      'deals.currency',
      'deals.start_date',
      shownStatus(given.today).as('shown_status'),
      'deals.confirmed_on',
      'deals.review_count',
      'deals.rating_sum',
    ])
    .where('deals.product_id', '=', given.productId)
    .where('deals.published', '=', true)
    .orderBy('deals.start_date', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(OFFER_LIMIT),
)

/** The published offers of several products, by product id. */
export async function listOffersOf(productIds: string[]): Promise<Map<string, Offer[]>> {
  const offers = await Promise.all(productIds.map((id) => listOffers(id)))
  return new Map(productIds.map((id, index) => [id, offers[index]!]))
}

/** For the loaders of the page of a deal and its reviews, which run in parallel. */
const offersOfRequest = memoizeByRequest(offersOfProduct)

/** The published offers of a product, the latest first. */
export async function listOffers(productId: string): Promise<Offer[]> {
  return offersOfRequest({ productId, today: utcToday() })
}
