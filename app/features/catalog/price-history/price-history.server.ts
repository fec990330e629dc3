import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** Far beyond any real record; the newest are kept. */
const POINT_LIMIT = 500

/** Oldest first. */
export async function listPricePoints(dealId: string) {
  const newest = await db
    .selectFrom('deal_price_points')
    .select(['id', 'deal_price', 'original_price', 'regular_price_period', 'currency', 'recorded_at'])
    .where('deal_id', '=', dealId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(POINT_LIMIT)
    .execute()
  return newest.reverse()
}

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

/** The same as `listPricePoints` for several deals, by their id. */
export async function listPricePointsOf(dealIds: string[]) {
  const { rows } = await sql<{ deal_id: string; deal_price: string | null; currency: string; recorded_at: Date }>`
    select points.*
    from unnest(${dealIds}::uuid[]) as compared (id)
    cross join lateral (
      select deal_id, deal_price, currency, recorded_at from deal_price_points
      where deal_id = compared.id order by recorded_at desc, id desc limit ${POINT_LIMIT}
    ) as points`.execute(db)
  return Map.groupBy(rows.reverse(), ({ deal_id }) => deal_id)
}

const planPoints = prepare('plan_price_points', (given: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('plan_price_points')
    .select(['plan', 'price', 'currency', 'recorded_at'])
    .where('deal_id', '=', given.dealId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(POINT_LIMIT),
)

/** The prices of the plans of a deal, the oldest first. */
export async function listPlanPricePoints(dealId: string) {
  return (await planPoints({ dealId })).reverse()
}
