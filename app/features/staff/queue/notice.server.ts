import type { Trx } from '~/db/executor'
import type { ContributionDecided } from '~/features/audience/notifications/notice-data'
import { findVerifiedPrice } from '~/features/catalog/record/changed-deals.server'
import type { ItemDecision, ItemRow } from '~/features/contributions/kinds/kind-rules.server'
import { CONTRIBUTION_KINDS } from '~/features/contributions/kinds/kinds'
import { notify } from '~/features/people/notifications/notify.server'

const causeOf = (decisionId: string) => `decision:${decisionId}`

/** The reason is published; the note is for the author only. */
export const reasonsOf = (decision: ItemDecision) => ({
  reason: decision.to === 'REJECTED' ? (decision.reason ?? null) : null,
  note: decision.to === 'APPROVED' ? null : (decision.note ?? null),
})

/** Which contribution the author of an item is notified about. Keeping a reported review is no news. */
function contributionOf({ kind }: ItemRow, { to }: ItemDecision) {
  if (kind === 'review_report') return to === 'APPROVED' ? undefined : 'review'
  return CONTRIBUTION_KINDS.find((contribution) => contribution === kind)
}

/** Notifies the author of a decision by someone else. */
export async function notifyAuthor(
  trx: Trx,
  staff: { id: string },
  row: ItemRow,
  { id, decision }: { id: string; decision: ItemDecision },
) {
  const { author_id: userId, deal_id: dealId, title } = row
  const contribution = contributionOf(row, decision)
  // A suggestion has no deal yet, and is about what it suggests.
  const deal = row.deal?.title ?? title
  if (userId === null || userId === staff.id || !contribution || deal === null) return
  await notify<ContributionDecided>(trx, {
    userId,
    kind: 'contribution_decided',
    cause: causeOf(id),
    dealId,
    data: {
      contribution,
      decision: decision.to,
      ...reasonsOf(decision),
      deal,
      title,
      item: row.id,
      shown: row.text_of,
      isEdit: (row.extra as { isEdit?: boolean | null } | null)?.isEdit || undefined,
      price: contribution === 'change_log' ? await findVerifiedPrice(trx, row.id) : undefined,
    },
  })
}

/** Deletes the notification about a decision that was undone. */
export async function deleteNotice(trx: Trx, authorId: string | null, decisionId: string) {
  if (!authorId) return
  const cause = causeOf(decisionId)
  await trx.deleteFrom('notifications').where('user_id', '=', authorId).where('cause', '=', cause).execute()
}
