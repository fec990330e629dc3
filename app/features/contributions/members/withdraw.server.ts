import { db } from '~/db/database.server'
import type { ContributionKind } from '~/features/contributions/kinds/contribution-kinds'

const TABLES = {
  review: 'reviews',
  review_edit: 'review_edits',
  follow_up: 'follow_ups',
  purchase_proof: 'purchase_proofs',
  comment: 'comments',
  change_log: 'change_logs',
  suggestion: 'deal_suggestions',
} as const
const AUTHORS = {
  review: 'user_id',
  review_edit: 'user_id',
  follow_up: 'user_id',
  purchase_proof: 'user_id',
  comment: 'user_id',
  change_log: 'reported_by_user_id',
  suggestion: 'user_id',
} as const

/** `decided`: staff were first, and it stays. `missing`: the user has no such contribution. */
export type WithdrawOutcome = 'withdrawn' | 'decided' | 'missing'

/** Deletes a user's own contribution that is not decided yet. A trigger takes it out of the queue. */
export async function withdraw(userId: string, kind: ContributionKind, id: string): Promise<WithdrawOutcome> {
  const [table, author] = [TABLES[kind], AUTHORS[kind]]
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', '=', id)
    .where(author, '=', userId)
    .where('status', 'in', ['PENDING', 'CHANGES_REQUESTED'])
    .executeTakeFirst()
  if (numDeletedRows > 0n) return 'withdrawn'
  const own = await db.selectFrom(table).select('id').where('id', '=', id).where(author, '=', userId).executeTakeFirst()
  return own ? 'decided' : 'missing'
}
