import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { PERSON_ID } from '~/features/people/accounts/author.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import type { SuggestionForm } from './suggestion-form.server'

/** Stores a suggestion, which puts it into the queue. The same one sent again while it waits is not stored twice. */
export async function submitSuggestion(
  userId: string,
  suggestion: SuggestionForm,
): Promise<Extract<PostOutcome, 'submitted' | object>> {
  return inTransaction(async (trx) => {
    await lockAuthor(trx, userId)
    const fields = Object.entries(suggestion) as [keyof SuggestionForm, string | boolean | null][]
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

/** The member who suggested a deal; `person_id` is that of their public page, if there is one. */
export type Credit = { name: string; person_id: string | null }

/** The member who suggested a published deal: the first one, where several did. */
export async function findCredit(dealId: string): Promise<Credit | undefined> {
  const credited = await db
    .selectFrom('deal_suggestions')
    .innerJoin('profiles', 'profiles.id', 'deal_suggestions.user_id')
    .select(['profiles.name', PERSON_ID])
    .where('deal_id', '=', dealId)
    .where('deal_suggestions.status', '=', 'APPROVED')
    .where('profiles.name', 'is not', null)
    .orderBy('deal_suggestions.created_at')
    .limit(1)
    .$narrowType<Pick<Credit, 'name'>>()
    .executeTakeFirst()
  return credited
}
