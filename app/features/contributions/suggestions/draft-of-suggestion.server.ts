import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate } from '~/features/people/accounts/profile'
import { decideIn } from '~/features/staff/moderation/decisions.server'
import { findSubject } from '~/features/staff/moderation/subjects.server'

/** What the editor of a new deal shows of the suggestion that it is made of. */
export async function findSuggestion(id: string) {
  return db
    .selectFrom('deal_suggestions')
    .leftJoin('profiles', 'profiles.id', 'deal_suggestions.user_id')
    .select(['deal_suggestions.id', 'title', 'vendor_name', 'url', 'deal_price', 'end_date', 'body', 'user_id'])
    .select(['deal_suggestions.status', 'profiles.name as member'])
    .where('deal_suggestions.id', '=', id)
    .executeTakeFirst()
}

export type ShownSuggestion = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>

/** The fields of the editor that a suggestion fills. Prices of suggestions are in US dollars. */
export function fieldsOfSuggestion({ title, vendor_name, url, deal_price, end_date }: ShownSuggestion) {
  const fields = {
    title,
    cta_url: url,
    ...(vendor_name && { vendor_name }),
    ...(deal_price && { deal_price, currency: 'USD' }),
    ...(end_date && { end_date }),
  } satisfies Partial<EditedDeal>
  return fields
}

/**
 * Accepts a suggestion with the draft that was made of it, in the transaction that creates the draft.
 *
 * @throws CannotDecide when someone else decided it, has it open, or the member is the moderator
 */
export async function acceptSuggestion(trx: Trx, staff: User, id: string, dealId: string) {
  const subject = await findSubject({ kind: 'suggestion', id }, trx)
  if (!subject) throw new CannotDecide('The suggestion was taken back in the meantime.')
  if (!canModerate(staff, subject.author_id)) {
    throw new CannotDecide('You suggested this yourself. Someone else must decide on it.')
  }
  const item = { id, version: subject.version }
  const outcome = await decideIn(trx, { kind: 'suggestion', staff, item, decision: { to: 'APPROVED', dealId } })
  if (outcome.is === 'conflict') throw new CannotDecide(outcome.conflict.text)
  if (outcome.is !== 'done') throw new CannotDecide('The suggestion was taken back in the meantime.')
}
