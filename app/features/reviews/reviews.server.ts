import { db } from '~/db/database.server'
import { REVIEWS_PER_PAGE } from './review'

/** Newest first; `reviewer` is null when the account is gone. */
export async function listApprovedReviews(dealId: string, { page = 1 } = {}) {
  return db
    .selectFrom('reviews')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'reviews.rating',
      'reviews.title',
      'reviews.body',
      'reviews.created_at',
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

/** How many approved reviews gave 5, 4, 3, 2 and 1 stars, in this order. */
export async function countReviewsByRating(dealId: string): Promise<[number, number, number, number, number]> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .where('deal_id', '=', dealId)
    .where('status', '=', 'APPROVED')
    .groupBy('rating')
    .execute()
  const of = (rating: number) => rows.find((row) => row.rating === rating)?.count ?? 0
  return [of(5), of(4), of(3), of(2), of(1)]
}
