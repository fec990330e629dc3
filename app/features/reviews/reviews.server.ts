import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { PURCHASE_FACTS } from './purchases.server'
import { REVIEWS_PER_PAGE } from './review'

/** Newest first; `reviewer` is null when the account is gone. */
export async function listApprovedReviews(dealId: string, { page = 1 } = {}) {
  return db
    .selectFrom('reviews')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(PURCHASE_FACTS)
    .select([
      'reviews.connection',
      'reviews.id',
      'reviews.rating',
      'reviews.title',
      'reviews.body',
      'reviews.created_at',
      'reviews.edited_at',
      'profiles.name as reviewer',
    ])
    .where('reviews.deal_id', '=', dealId)
    .where('reviews.status', '=', 'APPROVED')
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE)
    .execute()
}

const reviewsByRating = prepare('reviews_by_rating', (given: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .where('deal_id', '=', given.dealId)
    .where('status', '=', 'APPROVED')
    .groupBy('rating'),
)

/** Counts of approved reviews with 5, 4, 3, 2 and 1 stars, in this order. */
export async function countReviewsByRating(dealId: string): Promise<[number, number, number, number, number]> {
  const rows = await reviewsByRating({ dealId })
  const of = (rating: number) => rows.find((row) => row.rating === rating)?.count ?? 0
  return [of(5), of(4), of(3), of(2), of(1)]
}

/** A user's review of a deal in any status. */
export async function findOwnReview(userId: string, dealId: string) {
  return (await ownReviews({ userId, dealId })).at(0)
}

const ownReviews = prepare('own_review', (given: Placeholders<{ userId: string; dealId: string }>) =>
  db
    .selectFrom('reviews')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['reviews.id', 'rating', 'title', 'body', 'status', 'reviews.created_at', 'edited_at'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .select(['connection', 'bought_on', 'refunded_on'])
    .select(PURCHASE_FACTS)
    .where('reviews.user_id', '=', given.userId)
    .where('reviews.deal_id', '=', given.dealId),
)
