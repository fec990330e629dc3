import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { utcToday } from '~/http/utc-day'
import type { Offer } from './offer'

/** More than any product has had; the latest are kept. */
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
      'deals.currency',
      'deals.start_date',
      'deals.end_date',
      shownStatus(given.today).as('shown_status'),
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

/** The published offers of a product, the latest first. */
export async function listOffers(productId: string): Promise<Offer[]> {
  return offersOfProduct({ productId, today: utcToday() })
}

/** The lowest price that another published offer of a product ever had in this currency. */
export async function findLowestOfOthers({ id, product_id, currency }: OfProduct) {
  const [row] = await lowestOfOthers({ id, product_id, currency })
  return row!.lowest
}

type OfProduct = { id: string; product_id: string; currency: string }
const lowestOfOthers = prepare(
  'lowest_of_other_offers',
  (deal: Placeholders<OfProduct>) => sql<{ lowest: string | null }>`
    select min(points.deal_price) as lowest
    from deals join deal_price_points as points on points.deal_id = deals.id
    where deals.product_id = ${deal.product_id} and deals.id <> ${deal.id} and deals.published
      and points.currency = ${deal.currency}`,
)
