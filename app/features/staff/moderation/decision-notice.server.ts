import type { Trx } from '~/db/executor'
import type { Decision, RejectionReason } from '~/db/schema'
import { queueDecisionMail } from '~/features/audience/notifications/decision-mail.server'
import type { ContributionDecided } from '~/features/audience/notifications/notification'
import { priceNewsOf } from '~/features/catalog/deals/deal-events.server'
import type { User } from '~/features/people/accounts/guards.server'
import { notify } from '~/features/people/notifications/notify.server'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import type { SubjectRow } from './subjects.server'

type Notice = {
  staff: User
  subject: SubjectRow
  decisionId: string
  decision: Decision
  reason: RejectionReason | null
  note: string | null
}

const causeOf = (decisionId: string) => `decision:${decisionId}`

/** Notifies the author of a decision by someone else. The mail waits until the decision can no longer be undone. */
export async function notifyAuthor(trx: Trx, { staff, subject, decisionId, decision, reason, note }: Notice) {
  const { author_id, deal_id, kind, title } = subject
  // A suggestion has no deal yet, and is about what it suggests.
  const deal = subject.deal ?? title
  const { contribution, isApprovalSilent } = queueKindOf(kind)
  if (isApprovalSilent && decision === 'APPROVED') return
  if (author_id === null || author_id === staff.id || !contribution || deal === null) return
  await notify<ContributionDecided>(trx, {
    userId: author_id,
    kind: 'contribution_decided',
    cause: causeOf(decisionId),
    dealId: deal_id,
    data: {
      contribution,
      decision,
      reason,
      note,
      deal,
      title,
      price: contribution === 'change_log' ? await findVerifiedPrice(trx, subject.id) : undefined,
    },
  })
  await queueDecisionMail(trx, decisionId)
}

/** The price that followers read about a change report, which this notification tells its reporter. */
async function findVerifiedPrice(trx: Trx, id: string) {
  const event = await trx
    .selectFrom('deal_events')
    .select('data')
    .where('kind', '=', 'CHANGE')
    .where('cause', '=', id)
    .executeTakeFirst()
  return event && priceNewsOf(event.data)
}

/** Deletes the notification about a decision that was undone. */
export async function deleteNotice(trx: Trx, authorId: string, decisionId: string) {
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', authorId)
    .where('cause', '=', causeOf(decisionId))
    .execute()
}
