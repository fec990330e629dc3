import { type SqlBool, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { Decision, ModerationStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import type { JointEffects } from './decide-item.server'
import { describeConflict } from './decision-conflict.server'
import { deleteNotice } from './decision-notice.server'
import { changeItemStatus, findLastDecision, hasVersion, type Outcome, type VersionedId } from './decisions.server'
import { canDecideOn, findSubject, type ItemKey, type SubjectRow } from './subjects.server'

/**
 * Undoes one's own decision as if it had not been made: the item waits since the same time as before, the author gets no
 * notification, and the deal is restored unless it was changed again.
 */
export async function undoDecision(staff: User, item: ItemKey, decisionId: string): Promise<Outcome> {
  return withRequeueConflicts((trx) => undoIn(trx, staff, item, decisionId))
}

async function undoIn(trx: Trx, staff: User, { kind, id }: ItemKey, decisionId: string): Promise<Outcome> {
  const subject = await findSubject({ kind, id }, trx)
  const decision = await trx
    .selectFrom('decisions')
    .select(['decision', 'decided_by', 'undone_at', 'effects'])
    .where('id', '=', decisionId)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  if (!subject || !decision) return { is: 'missing' }
  if (decision.decided_by !== staff.id) return { is: 'forbidden' }
  if (decision.undone_at) return { is: 'done' }
  const last = await findLastDecision(trx, id)
  const isOwn = sql<SqlBool>`moderated_by = ${staff.id}`
  const change = { from: decision.decision, to: 'PENDING', by: null } as const
  if (last?.id !== decisionId || !(await changeItemStatus(trx, { kind, id }, change, isOwn))) {
    return { is: 'conflict', conflict: describeConflict(subject, staff) }
  }
  await queueKindOf(kind).afterReturn?.(trx, id)
  await undoEffects(trx, staff, subject, decision)
  await cancelDecision(trx, subject)
  await recordAudit({ actor: staff.id, action: 'decision.undone', entity: kind, id }, trx)
  const { beside, alerts = [] } = decision.effects as JointEffects
  // One that was decided again since then is left alone.
  for (const alert of alerts) await undoIn(trx, staff, alert, alert.decisionId)
  if (beside) await undoIn(trx, staff, { kind: 'purchase_proof', id: beside.id }, beside.decisionId)
  return { is: 'done' }
}

/** Returns a decided item to the queue and undoes what the decision changed, as if its decider had undone it. */
export async function reopenItem(
  kind: Kind,
  staff: User,
  { id, version, status }: VersionedId & { status: ModerationStatus },
): Promise<Outcome> {
  return withRequeueConflicts(async (trx) => {
    const subject = await findSubject({ kind, id }, trx)
    if (!subject) return { is: 'missing' }
    if (!canDecideOn(staff, subject)) return { is: 'forbidden' }
    const change = { from: status, to: 'PENDING', by: null } as const
    if (!(await changeItemStatus(trx, { kind, id }, change, hasVersion(version)))) {
      const now = (await findSubject({ kind, id }, trx)) ?? subject
      if (now.status === 'PENDING') return { is: 'conflict', conflict: { text: 'It is already pending.' } }
      return { is: 'conflict', conflict: describeConflict(now, staff) }
    }
    const { checkReopening, afterReturn } = queueKindOf(kind)
    await checkReopening?.(trx, id)
    await afterReturn?.(trx, id)
    const last = await findLastDecision(trx, id)
    if (last) await undoEffects(trx, staff, subject, last)
    await cancelDecision(trx, subject)
    await recordAudit({ actor: staff.id, action: `${kind}.reopened`, entity: kind, id, detail: { was: status } }, trx)
    return { is: 'done' }
  })
}

/** Of the alerts of one kind about a deal, and of the edits of a review, only one can wait; a proof waits with its file. */
const REQUEUE_CONFLICTS: Record<string, string> = {
  one_open_alert_per_deal_and_kind: 'A newer one about this deal waits already. Decide that one.',
  one_open_alert_per_review: 'Readers have reported the review again since then. Decide on those reports.',
  one_open_edit_per_review: 'The author has edited the review again since then. Decide that edit.',
  a_waiting_proof_has_its_file: 'Its file is deleted, so it cannot be decided again.',
}

async function withRequeueConflicts(change: (trx: Trx) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await inTransaction(change)
  } catch (error) {
    if (error instanceof CannotDecide) return { is: 'conflict', conflict: { text: error.message } }
    const text = REQUEUE_CONFLICTS[(error as { constraint?: string }).constraint ?? '']
    if (!text) throw error
    return { is: 'conflict', conflict: { text } }
  }
}

/** Restores what the decision changed besides the status. */
async function undoEffects(
  trx: Trx,
  staff: User,
  subject: SubjectRow,
  { decision, effects }: { decision: Decision; effects: unknown },
) {
  const { undoApproval, undoRejection } = queueKindOf(subject.kind)
  if (decision === 'APPROVED') await undoApproval?.(trx, staff, subject, effects as object)
  if (decision === 'REJECTED') await undoRejection?.(trx, staff, subject, effects as object)
}

/** Marks the last decision as undone and restores `waiting_since`. */
async function cancelDecision(trx: Trx, { kind, id, author_id }: SubjectRow) {
  const last = await findLastDecision(trx, id)
  if (!last) return
  await trx.updateTable('decisions').set({ undone_at: sql<Date>`now()` }).where('id', '=', last.id).execute()
  await trx
    .updateTable('queue_items')
    .set({ waiting_since: last.waitingSince })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
  if (author_id) await deleteNotice(trx, author_id, last.id)
}
