import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/deals/lock-deal.server'
import { consumeRateLimit } from '~/features/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/limits/lock-author.server'
import { RESUBMITTED } from '~/features/moderation/resubmitted.server'
import { REVIEWS_PER_PAGE } from './review'
import type { ReviewForm } from './review-form.server'

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
    .select(['id', 'rating', 'title', 'body', 'status', 'created_at'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .where('user_id', '=', given.userId)
    .where('deal_id', '=', given.dealId),
)

/** A user's identical review of the deal that waits or is public. What was sent back can be sent again as it is. */
async function findSameReview(trx: Trx, userId: string, dealId: string, { rating, title, body }: ReviewForm) {
  return trx
    .selectFrom('reviews')
    .select('status')
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('rating', '=', rating)
    .where('title', '=', title)
    .where('body', '=', body)
    .where('status', 'in', ['PENDING', 'APPROVED'])
    .executeTakeFirst()
}

/**
 * Creates or edits the user's only review of a deal; an edit goes back to moderation. An identical review changes nothing
 * and does not count toward the rate limit. `missing`: the deal was unpublished or deleted in the meantime.
 */
export async function submitReview(userId: string, dealId: string, review: ReviewForm): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, dealId))) return 'missing'
    await lockAuthor(trx, userId)
    const same = await findSameReview(trx, userId, dealId, review)
    if (same) return same.status === 'PENDING' ? 'submitted' : 'unchanged'
    const retryAfter = await consumeRateLimit('review of account', userId, trx)
    if (retryAfter) return { retryAfter }

    await trx
      .insertInto('reviews')
      .values({ ...review, user_id: userId, deal_id: dealId })
      .onConflict((conflict) =>
        conflict.constraint('one_review_per_person_and_deal').doUpdateSet({ ...review, ...RESUBMITTED }),
      )
      .execute()
    return 'submitted'
  })
}
