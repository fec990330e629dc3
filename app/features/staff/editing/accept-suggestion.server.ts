import type { Trx } from '~/db/executor'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { User } from '~/features/people/accounts/guards.server'
import { decide } from '~/features/staff/queue/decide.server'
import { findItemRow, mayDecide } from '~/features/staff/queue/items.server'

/**
 * Accepts a suggestion with the draft that was made of it, in the transaction that creates the draft.
 *
 * @throws CannotDecide when someone else decided it, it is gone, or the member is the moderator
 */
export async function acceptSuggestion(trx: Trx, staff: User, id: string, dealId: string) {
  const row = await findItemRow({ kind: 'suggestion', id }, staff, trx)
  if (!row) throw new CannotDecide('The suggestion was taken back in the meantime.')
  if (!mayDecide(staff, row)) throw new CannotDecide('You suggested this yourself. Someone else must decide on it.')
  await decide(trx, staff, row, { to: 'APPROVED', dealId })
}
