import { db } from '~/db/database.server'

/** Far beyond any real record; the newest are kept. */
const POINT_LIMIT = 500

/** Oldest first. */
export async function listPricePoints(dealId: string) {
  const newest = await db
    .selectFrom('deal_price_points')
    .select(['id', 'deal_price', 'original_price', 'currency', 'recorded_at'])
    .where('deal_id', '=', dealId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(POINT_LIMIT)
    .execute()
  return newest.reverse()
}
