import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor } from '~/features/people/limits/lock-author.server'
import { optional, paragraphs } from '~/http/fields.server'
import { ANSWERS, FOLLOW_UP_LIMITS } from './follow-up'
import { findFollowUpAnswer, findQuestion } from './questions.server'
import { ratingField } from './review-form.server'

export const followUpForm = z.object({
  answer: z.enum(ANSWERS, { error: 'Please choose an answer' }),
  rating: ratingField,
  body: optional('Text', paragraphs(FOLLOW_UP_LIMITS.body), null),
})
export type FollowUpValues = z.infer<typeof followUpForm>

/**
 * `published`: an approved answer stays as it is. `missing`: the question, its review or its deal is gone or not public.
 * An object: the daily limit is reached.
 */
export type FollowUpOutcome = 'submitted' | 'published' | 'missing' | { retryAfter: number }

/** Answers a question, or replaces an answer that is not public. Sending the same again changes nothing. */
export async function submitFollowUp(
  userId: string,
  questionId: string,
  form: FollowUpValues,
): Promise<FollowUpOutcome> {
  return inTransaction(async (trx) => {
    const asked = await findQuestion(userId, questionId, trx)
    if (!asked || !(await lockPublishedDeal(trx, asked.deal_id))) return 'missing'
    await lockAuthor(trx, userId)
    const question = await findQuestion(userId, questionId, trx)
    if (!question?.is_public) return 'missing'
    const { id, review_id, deal_id, months } = question
    const own = await findFollowUpAnswer(question, trx)
    const isSame = own && own.answer === form.answer && own.rating === form.rating && own.body === form.body
    if (own?.status === 'APPROVED') return isSame ? 'submitted' : 'published'
    if (isSame && own.status === 'PENDING') return 'submitted'
    const retryAfter = await consumeRateLimit('answer of account', userId, trx)
    if (retryAfter) return { retryAfter }

    if (own) {
      const { numUpdatedRows } = await trx
        .updateTable('follow_ups')
        .set({ ...form, ...resubmittedText(), created_at: sql<Date>`now()` })
        .where('id', '=', own.id)
        .where('status', '<>', 'APPROVED')
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'submitted' : 'published'
    }
    await trx
      .insertInto('follow_ups')
      .values({ ...form, id, review_id, deal_id, user_id: userId, months })
      .execute()
    await trx
      .updateTable('notifications')
      .set({ read_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('cause', '=', `question:${id}`)
      .where('read_at', 'is', null)
      .execute()
    return 'submitted'
  })
}
