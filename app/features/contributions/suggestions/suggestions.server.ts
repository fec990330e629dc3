import { z } from 'zod'
import { inTransaction } from '~/db/transaction.server'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { withoutTracking } from '~/features/catalog/products/plain-link'
import type { Rules } from '~/features/contributions/kinds/kind-rules.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { address, day, line, optional, paragraphs, required } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { SUGGESTION_LIMITS as LIMITS } from './suggestion'

const reason: Parser = (submitted) => {
  const text = paragraphs(LIMITS.reason)(submitted)
  if (text instanceof ValueError || [...text].length >= LIMITS.reasonMin) return text
  return new ValueError(`needs at least ${LIMITS.reasonMin} characters`)
}

const comingDay: Parser = (submitted) => {
  const value = day(submitted)
  if (value instanceof ValueError || value >= utcToday()) return value
  return new ValueError('is in the past, so the offer has ended')
}

const link: Parser = (submitted) => {
  const value = address(submitted)
  return value instanceof ValueError ? value : withoutTracking(value)
}

export const linkForm = z.object({ url: required('Link', link) })

export const suggestionForm = linkForm.extend({
  title: required('Title', line(LIMITS.title)),
  vendor_name: optional('Vendor', line(LIMITS.vendor), null),
  deal_price: optional('Price', priceIn('USD'), null),
  end_date: optional('End date', comingDay, null),
  body: required('Why is it good?', reason),
  is_different: z.boolean().default(false),
})
export type SuggestionValues = z.infer<typeof suggestionForm>

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

type Offer = { url: string; vendor: string | null; price: string | null; endsOn: string | null; isDifferent: boolean }

/** Deals that members suggest. Saving the draft in the editor is the approval. */
export const suggestionRules: Rules<Offer> = {
  describe: ({ title, extra: { url, vendor, price, endsOn, isDifferent } }) => ({
    about: title ?? undefined,
    facts: isDifferent ? ['The link is on record, for a different offer'] : [],
    findings: [
      { term: 'Link', detail: url, url },
      { term: 'Vendor', detail: vendor ?? 'Not stated' },
      { term: 'Price', detail: price === null ? 'Not stated' : formatMoney(price, 'USD') },
      { term: 'End date', detail: endsOn ? formatDate(endsOn) : 'Not stated' },
    ],
  }),
  apply: async (trx, _staff, { id }, decision) => {
    const dealId = decision.to === 'APPROVED' ? decision.dealId : undefined
    if (dealId) await trx.updateTable('deal_suggestions').set({ deal_id: dealId }).where('id', '=', id).execute()
    return {}
  },
  // The draft stays, and another one can be made of the suggestion.
  undo: async (trx, _staff, { id }) => {
    await trx.updateTable('deal_suggestions').set({ deal_id: null }).where('id', '=', id).execute()
  },
}
