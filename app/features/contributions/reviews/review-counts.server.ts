import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'

/** Counts of reviews whose newest rating is 5, 4, 3, 2 and 1 stars, in this order. */
type CountsByStars = [number, number, number, number, number]

export type ReviewCounts = {
  all: CountsByStars
  /** Of purchases whose proof staff checked. */
  checked: CountsByStars
  /** Written, or brought up to date, 6 months or more after the purchase. */
  owned: CountsByStars
}

/** Of a review joined with the purchase behind it. */
export const IS_CHECKED = sql<boolean>`purchases.proof_status = 'CHECKED'`
/**
 * The words of a review speak of what was owned up to the day on which they were written, or up to the refund. Whoever
 * answered "Still using it?" was asked after 6 months or more.
 */
export const IS_LONG_OWNED = sql<boolean>`
  purchases.bought_on + interval '6 months' <= least(
    case when reviews.last_answer is null
      then (coalesce(reviews.edited_at, reviews.created_at) at time zone 'UTC')::date else 'infinity' end,
    purchases.refunded_on)`

const countsByRating = prepare('review_counts', (given: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('reviews')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['counted_rating as rating', sql<number>`count(*)`.as('all')])
    .select(sql<number>`count(*) filter (where ${IS_CHECKED})`.as('checked'))
    .select(sql<number>`count(*) filter (where ${IS_LONG_OWNED})`.as('owned'))
    .where('reviews.deal_id', '=', given.dealId)
    .where('reviews.status', '=', 'APPROVED')
    .groupBy('counted_rating'),
)

/** Counts of the approved reviews of a deal. */
export async function countReviews(dealId: string): Promise<ReviewCounts> {
  const rows = await countsByRating({ dealId })
  const count = (name: keyof ReviewCounts) =>
    [5, 4, 3, 2, 1].map((stars) => rows.find(({ rating }) => rating === stars)?.[name] ?? 0) as CountsByStars
  return { all: count('all'), checked: count('checked'), owned: count('owned') }
}
