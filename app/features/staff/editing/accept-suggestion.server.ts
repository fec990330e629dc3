import type { Trx } from '~/db/executor'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate } from '~/features/people/accounts/profile'
import { decideIn } from '~/features/staff/moderation/decisions.server'
import { findSubject } from '~/features/staff/moderation/subjects.server'

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
