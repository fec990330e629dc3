import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { PricePeriod } from '~/db/schema'
import { OFFER_LIMIT, POINTS_PER_OFFER } from './offer-prices'

/** Far beyond any real record; older points are left out. */
const POINT_LIMIT = 500

/** The prices of a deal and of its plans on record, the oldest first. */
export async function findPriceHistory(dealId: string) {
  const { points, of_plans } = (await priceHistory({ dealId }))[0]!
  return { points: points.reverse(), ofPlans: of_plans.reverse() }
}

const priceHistory = prepare('price_history', ({ dealId }: Placeholders<{ dealId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('deal_price_points')
        .select(['id', sql<string | null>`deal_price::text`.as('deal_price')])
        .select([
          sql<string | null>`original_price::text`.as('original_price'),
          'regular_price_period',
          'deal_price_period',
        ])
        .select(['currency', 'recorded_at', 'is_from_file'])
        .where('deal_id', '=', dealId)
        .orderBy('recorded_at', 'desc')
        .orderBy('id', 'desc')
        .limit(POINT_LIMIT),
    ).as('points'),
    jsonArrayFrom(
      eb
        .selectFrom('plan_price_points')
        .select(['plan', sql<string | null>`price::text`.as('price'), 'currency', 'recorded_at'])
        .where('deal_id', '=', dealId)
        .orderBy('recorded_at', 'desc')
        .orderBy('id', 'desc')
        .limit(POINT_LIMIT),
    ).as('of_plans'),
  ]),
)

type PricedDeal = {
  id: string
  product_id: string
  deal_price: string | null
  currency: string
  deal_price_period: PricePeriod
}

/**
 * Whether the price of a deal is the lowest on record in its currency and period: it was higher before, and no other
 * published offer of its product was lower.
 */
export async function isLowestPrice({ id, product_id, deal_price, currency, deal_price_period }: PricedDeal) {
  if (deal_price === null) return false
  const [found] = await lowestPrice({ id, product_id, deal_price, currency, deal_price_period })
  return found!.is_lowest ?? false
}

const lowestPrice = prepare('lowest_price', (deal: Placeholders<PricedDeal & { deal_price: string }>) =>
  db
    .selectFrom('deal_price_points as points')
    .innerJoin('deals', 'deals.id', 'points.deal_id')
    .select(
      sql<boolean | null>`min(points.deal_price) filter (where deals.id = ${deal.id}) = ${deal.deal_price}::numeric
        and max(points.deal_price) filter (where deals.id = ${deal.id}) > ${deal.deal_price}::numeric
        and not coalesce(
          min(points.deal_price) filter (where deals.id <> ${deal.id} and deals.published) < ${deal.deal_price}::numeric,
          false
        )`.as('is_lowest'),
    )
    .where('deals.product_id', '=', deal.product_id)
    .where('points.currency', '=', deal.currency)
    .where('points.deal_price_period', '=', deal.deal_price_period),
)

/** The prices of several deals on record, the oldest first, by the id of the deal. */
export async function listPricePointsOf(dealIds: string[]) {
  const rows = await db
    .selectFrom('deals')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('deal_price_points')
          .select(['deal_price_points.id', 'deal_id', 'deal_price', 'deal_price_period', 'currency', 'recorded_at'])
          .whereRef('deal_id', '=', 'deals.id')
          .orderBy('recorded_at', 'desc')
          .orderBy('deal_price_points.id', 'desc')
          .limit(POINT_LIMIT)
          .as('points'),
      (join) => join.onTrue(),
    )
    .selectAll('points')
    .where('deals.id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('points.recorded_at')
    .orderBy('points.id')
    .execute()
  return Map.groupBy(rows, ({ deal_id }) => deal_id)
}

const pricesOfProduct = prepare('prices_of_product', (given: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom('deals')
        .select(['id', 'slug', 'platform_id', 'start_date', 'end_date'])
        .where('product_id', '=', (eb) =>
          eb.selectFrom('deals as this').select('this.product_id').where('this.id', '=', sql<string>`${given.dealId}`),
        )
        .where('published', '=', true)
        .orderBy('start_date', 'desc')
        .orderBy('id', 'desc')
        .limit(OFFER_LIMIT)
        .as('offers'),
    )
    .innerJoin('platforms', 'platforms.id', 'offers.platform_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('deal_price_points')
          .select([
            'deal_price_points.id as point_id',
            'deal_price_points.deal_price',
            'deal_price_points.deal_price_period',
            'deal_price_points.currency',
            'deal_price_points.recorded_at',
          ])
          .whereRef('deal_id', '=', 'offers.id')
          .orderBy('deal_price_points.recorded_at', 'desc')
          .orderBy('deal_price_points.id', 'desc')
          .limit(POINTS_PER_OFFER + 1)
          .as('points'),
      (join) => join.on(sql<boolean>`true`),
    )
    .select([
      'points.point_id as id',
      'points.deal_price',
      'points.deal_price_period',
      'points.currency',
      'points.recorded_at',
      'offers.id as deal_id',
      'offers.slug',
      'platforms.name as platform',
      'offers.start_date',
      'offers.end_date',
    ])
    .orderBy('points.recorded_at', 'desc')
    .orderBy('points.point_id', 'desc'),
)

/** The latest prices of the published offers of the product of a deal, the newest first. */
export async function listOfferPrices(dealId: string) {
  return pricesOfProduct({ dealId })
}
