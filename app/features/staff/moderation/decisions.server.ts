import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { Decision as DecisionName, ModerationStatus, RejectionReason } from '~/db/schema'
import { type Kind, pastTense } from '~/features/contributions/kinds/kinds'
import type { Approval, Refusal, WaitingItem } from '~/features/contributions/kinds/queue-kind.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { type Conflict, describeConflict } from './decision-conflict.server'
import { notifyAuthor } from './decision-notice.server'
import { findQueuePosition, type QueuePosition } from './order.server'
import { canDecideOn, describe, findSubject, type ItemKey, type SubjectRow } from './subjects.server'

export type VersionedId = { id: string; version: string }

export type RequestedDecision =
  | ({ to: 'APPROVED' } & Approval)
  | ({ to: 'REJECTED'; reason?: RejectionReason | null; note?: string | null } & Refusal)
  | { to: 'CHANGES_REQUESTED'; note: string }

/** `forbidden`: the author cannot decide. `conflict`: someone else decided, edited or opened it first. */
export type Outcome =
  | { is: 'done'; decisionId?: string; position?: QueuePosition; effects?: object }
  | { is: 'missing' | 'forbidden' }
  | { is: 'conflict'; conflict: Conflict }

export type Deciding = { kind: Kind; staff: User; item: VersionedId; decision: RequestedDecision }

/** Decides on a waiting item in the transaction of its caller. Screens call `decideItem`. */
export async function decideIn(trx: Trx, deciding: Deciding): Promise<Outcome> {
  const { kind, staff, item, decision } = deciding
  const subject = await findSubject({ kind, id: item.id }, trx)
  if (!subject) return { is: 'missing' }
  if (!canDecideOn(staff, subject)) return { is: 'forbidden' }
  const isTaken = subject.claimant_id !== null && subject.claimant_id !== staff.id
  const position = await findQueuePosition({ kind, id: item.id }, trx)
  const change = { from: 'PENDING', to: decision.to, by: staff.id, ...reasonsOf(decision) } as const
  if (isTaken || !position || !(await changeItemStatus(trx, subject, change, hasVersion(item.version)))) {
    return findReason(trx, deciding)
  }

  const effects = await applyDecision(trx, deciding, subject)
  const decisionId = await recordDecision(trx, deciding, subject, position, effects)
  await auditDecision(trx, deciding, subject, effects)
  await notifyAuthor(trx, { staff, subject, decisionId, ...reasonsOf(decision), decision: decision.to })
  return { is: 'done', decisionId, position, effects }
}

/** An item that was approved because another decision or a save settled it. */
export type SettledItem = { kind: Kind; id: string; decisionId: string }

/**
 * Approves items in the transaction of what settled them. An item that someone else has open, or that the staff member
 * reported, still waits.
 */
export async function approveSettled(trx: Trx, staff: User, items: WaitingItem[]): Promise<SettledItem[]> {
  const settled: SettledItem[] = []
  for (const { kind, id, version } of items) {
    const outcome = await decideIn(trx, { kind, staff, item: { id, version }, decision: { to: 'APPROVED' } })
    if (outcome.is === 'done' && outcome.decisionId) settled.push({ kind, id, decisionId: outcome.decisionId })
  }
  return settled
}

async function applyDecision(trx: Trx, { kind, staff, decision }: Deciding, subject: SubjectRow) {
  const { applyApproval, applyRejection } = queueKindOf(kind)
  if (decision.to === 'APPROVED') return applyApproval?.(trx, staff, subject, decision)
  if (decision.to === 'REJECTED') return applyRejection?.(trx, staff, subject, decision)
  return undefined
}

/** Distinguishes a repeated form from a conflict: the same decision sent twice by one person is recorded once. */
async function findReason(trx: Trx, { kind, staff, item, decision }: Deciding): Promise<Outcome> {
  const now = await findSubject({ kind, id: item.id }, trx)
  if (!now) return { is: 'missing' }
  if (now.status === decision.to && now.moderated_by === staff.id) {
    const last = await findLastDecision(trx, item.id)
    return { is: 'done', decisionId: last?.decided_by === staff.id ? last.id : undefined }
  }
  return { is: 'conflict', conflict: describeConflict(now, staff) }
}

/** The reason is published; the note is for the author only. */
export const reasonsOf = (decision: RequestedDecision) => ({
  reason: decision.to === 'REJECTED' ? (decision.reason ?? null) : null,
  note: decision.to === 'APPROVED' ? null : (decision.note ?? null),
})

type StatusChange = {
  from: ModerationStatus
  to: ModerationStatus
  /** The decider; null returns the item to the queue. */
  by: string | null
  reason?: RejectionReason | null
  note?: string | null
}

/**
 * Changes the status of an item that still has the one it had. The condition is part of the update: after waiting for a
 * row lock PostgreSQL checks it again.
 *
 * @returns whether it was changed
 */
export async function changeItemStatus(
  trx: Trx,
  { kind, id }: ItemKey,
  change: StatusChange,
  condition: RawBuilder<SqlBool>,
) {
  const { table, hasReasons } = queueKindOf(kind)
  const { from, to, by, reason = null, note = null } = change
  const reasons = hasReasons
    ? sql`, rejection_reason = ${reason}::rejection_reason, moderation_reason = ${note}`
    : sql``
  // Raw, because the kind names the table. The tables have these columns in common.
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set status = ${to}::moderation_status, moderated_by = ${by}::uuid,
      moderated_at = case when ${by}::uuid is not null then now() end ${reasons}
    where id = ${id} and status = ${from}::moderation_status and ${condition}`.execute(trx)
  return numAffectedRows === 1n
}

export const hasVersion = (version: string) => sql<SqlBool>`xmin::text = ${version}`

async function recordDecision(
  trx: Trx,
  { kind, staff, item, decision }: Deciding,
  subject: SubjectRow,
  { waitingSince }: QueuePosition,
  effects: object = {},
) {
  const { deal_id, rating } = subject
  const { change } = describe(subject)
  const decided = decision.to === 'APPROVED' ? decision.affects : undefined
  const { id } = await trx
    .insertInto('decisions')
    .values({
      kind,
      subject_id: item.id,
      deal_id,
      rating,
      decision: decision.to,
      reason: reasonsOf(decision).reason,
      affects_owners: change ? (decided ?? change.affectsOwners) : null,
      // Text, because a Date has no microseconds.
      waiting_since: waitingSince,
      decided_by: staff.id,
      effects: JSON.stringify(effects),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function auditDecision(
  trx: Trx,
  { kind, staff, item, decision }: Deciding,
  subject: SubjectRow,
  effects: object = {},
) {
  const { reason, note } = reasonsOf(decision)
  const detail = {
    ...(reason && { reason }),
    ...(note && { note }),
    ...queueKindOf(kind).auditDetail?.(effects),
    ...([subject.author_id, ...(subject.reporter_ids ?? [])].includes(staff.id) && { own: true }),
  }
  const action = `${kind}.${auditVerb(kind, decision.to)}`
  await recordAudit({ actor: staff.id, action, entity: kind, id: item.id, detail }, trx)
}

const auditVerb = (kind: Kind, decision: DecisionName) => pastTense(kind, decision).replaceAll(' ', '-')

/** The decision on a subject that still counts. */
export async function findLastDecision(trx: Trx, subjectId: string) {
  return trx
    .selectFrom('decisions')
    .selectAll()
    .select(sql<string>`waiting_since::text`.as('waitingSince'))
    .where('subject_id', '=', subjectId)
    .where('undone_at', 'is', null)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
