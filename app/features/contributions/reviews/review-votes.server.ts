import { inTransaction } from '~/db/transaction.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'

/** `own`: authors do not vote for themselves. `missing`: no such review is public. An object: the daily limit is reached. */
export type VoteOutcome = 'voted' | 'own' | 'missing' | { retryAfter: number }

/**
 * Votes for a review, or takes the vote back. Doing the same again changes nothing more.
 *
 * @param dealId the deal of the address, whose review it must be
 */
export async function setVote(
  userId: string,
  reviewId: string,
  isHelpful: boolean,
  dealId?: string,
): Promise<VoteOutcome> {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const review = await trx
      .selectFrom('shown_reviews as review')
      .innerJoin('deals', 'deals.id', 'deal_id')
      .leftJoin('review_votes', (join) =>
        join.onRef('review_id', '=', 'review.id').on('review_votes.user_id', '=', userId),
      )
      .select(['review.user_id as author', 'review_votes.review_id as vote'])
      .where('review.id', '=', reviewId)
      .where('published', '=', true)
      .$if(dealId !== undefined, (query) => query.where('review.deal_id', '=', dealId!))
      .executeTakeFirst()
    if (!review) return 'missing'
    if (review.author === userId) return 'own'
    if ((review.vote !== null) === isHelpful) return 'voted'
    const retryAfter = await consumeRateLimit('vote of account', userId, trx)
    if (retryAfter) return { retryAfter }
    if (isHelpful) {
      await trx
        .insertInto('review_votes')
        .values({ review_id: reviewId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await trx.deleteFrom('review_votes').where('review_id', '=', reviewId).where('user_id', '=', userId).execute()
    }
    return 'voted'
  })
}
