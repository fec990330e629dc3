import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

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
        .select([sql<string | null>`original_price::text`.as('original_price'), 'regular_price_period'])
        .select(['currency', 'recorded_at'])
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

type PricedDeal = { id: string; product_id: string; currency: string }

/**
 * The lowest and the highest price of a deal on record in its currency, and the lowest of the other published offers of its
 * product. Null without any.
 */
export async function findPriceRange({ id, product_id, currency }: PricedDeal) {
  return (await priceRange({ id, product_id, currency }))[0]!
}

const priceRange = prepare('price_range', (deal: Placeholders<PricedDeal>) =>
  db
    .selectFrom('deal_price_points')
    .innerJoin('deals', 'deals.id', 'deal_price_points.deal_id')
    .select((eb) => [
      eb.fn.min<string | null>('deal_price_points.deal_price').filterWhere('deals.id', '=', deal.id).as('lowest'),
      eb.fn.max<string | null>('deal_price_points.deal_price').filterWhere('deals.id', '=', deal.id).as('highest'),
      eb.fn
        .min<string | null>('deal_price_points.deal_price')
        .filterWhere('deals.id', '<>', deal.id)
        .filterWhere('deals.published', '=', true)
        .as('lowest_of_others'),
    ])
    .where('deals.product_id', '=', deal.product_id)
    .where('deal_price_points.currency', '=', deal.currency),
)

/** The prices of several deals on record, the oldest first, by the id of the deal. */
export async function listPricePointsOf(dealIds: string[]) {
  const rows = await db
    .selectFrom('deals')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('deal_price_points')
          .select(['deal_price_points.id', 'deal_id', 'deal_price', 'currency', 'recorded_at'])
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
