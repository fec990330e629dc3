import { inTransaction } from '~/db/transaction.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import type { SuggestionValues } from './suggestion-form.server'

/** Stores a suggestion, which puts it into the queue. The same one sent again while it waits is not stored twice. */
export async function submitSuggestion(
  userId: string,
  suggestion: SuggestionValues,
): Promise<Extract<PostOutcome, 'submitted' | object>> {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const fields = Object.entries(suggestion) as [keyof SuggestionValues, string | boolean | null][]
    const duplicate = await trx
      .selectFrom('deal_suggestions')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'PENDING')
      .where((eb) => eb.and(fields.map(([name, value]) => eb(name, 'is not distinct from', value as never))))
      .executeTakeFirst()
    if (duplicate) return 'submitted'
    const retryAfter = await consumeRateLimit('suggestion of account', userId, trx)
    if (retryAfter) return { retryAfter }
    await trx
      .insertInto('deal_suggestions')
      .values({ ...suggestion, user_id: userId })
      .execute()
    return 'submitted'
  })
}
