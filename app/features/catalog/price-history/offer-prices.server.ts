import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { OFFER_LIMIT, POINTS_PER_OFFER } from './offer-prices'

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
