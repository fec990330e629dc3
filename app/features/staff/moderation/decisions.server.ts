import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { Decision as DecisionName, ModerationStatus, RejectionReason } from '~/db/schema'
import { type Kind, pastTense } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { type Conflict, describeConflict } from './decision-conflict.server'
import { tellAuthor } from './decision-notice.server'
import type { Approval, Effects, Refusal } from './kinds/kind-module.server'
import { moduleOf } from './kinds.server'
import { describe } from './lines.server'
import { findPlace, type Place } from './order.server'
import { canDecideOn, findSubject, type SubjectRow } from './subjects.server'

export type VersionedId = { id: string; version: string }

export type Decision =
  | ({ to: 'APPROVED' } & Approval)
  | ({ to: 'REJECTED'; reason?: RejectionReason | null; note?: string | null } & Refusal)
  | { to: 'CHANGES_REQUESTED'; note: string }

/** `forbidden`: the author cannot decide. `conflict`: someone else decided, edited or opened it first. */
export type Outcome =
  | { is: 'done'; decisionId?: string; place?: Place }
  | { is: 'missing' | 'forbidden' }
  | { is: 'conflict'; conflict: Conflict }

export type Deciding = { kind: Kind; staff: User; item: VersionedId; decision: Decision }

/** Decides on a waiting item in the transaction of its caller. Screens call `decideItem`. */
export async function decideIn(trx: Trx, deciding: Deciding): Promise<Outcome> {
  const { kind, staff, item, decision } = deciding
  const subject = await findSubject({ kind, id: item.id }, trx)
  if (!subject) return { is: 'missing' }
  if (!canDecideOn(staff, subject)) return { is: 'forbidden' }
  const isTaken = subject.claimant_id !== null && subject.claimant_id !== staff.id
  const place = await findPlace({ kind, id: item.id }, trx)
  if (isTaken || !place || !(await setStatus(trx, deciding, 'PENDING'))) return findReason(trx, deciding)

  const effects = await applyDecision(trx, deciding, subject)
  const decisionId = await recordDecision(trx, deciding, subject, place, effects)
  await auditDecision(trx, deciding, subject, effects)
  await tellAuthor(trx, { staff, subject, decisionId, ...reasonsOf(decision), decision: decision.to })
  return { is: 'done', decisionId, place }
}

async function applyDecision(trx: Trx, { kind, staff, decision }: Deciding, subject: SubjectRow) {
  const { applyApproval, applyRejection } = moduleOf(kind)
  if (decision.to === 'APPROVED') return applyApproval?.(trx, staff, subject, decision)
  if (decision.to === 'REJECTED') return applyRejection?.(trx, staff, subject, decision)
  return undefined
}

/** Tells a repeated form from a conflict: the same decision sent twice by one person is recorded once. */
async function findReason(trx: Trx, { kind, staff, item, decision }: Deciding): Promise<Outcome> {
  const now = await findSubject({ kind, id: item.id }, trx)
  if (!now) return { is: 'missing' }
  if (now.status === decision.to && now.moderated_by === staff.id) {
    const last = await findLastDecision(trx, item.id)
    return { is: 'done', decisionId: last?.decided_by === staff.id ? last.id : undefined }
  }
  return { is: 'conflict', conflict: describeConflict(now, staff) }
}

/** What is said with a decision: the reason is published, the note is for the author. */
export const reasonsOf = (decision: Decision) => ({
  reason: decision.to === 'REJECTED' ? (decision.reason ?? null) : null,
  note: decision.to === 'APPROVED' ? null : (decision.note ?? null),
})

// Compare the version in the update itself: after waiting for a row lock PostgreSQL checks the condition again.
async function setStatus(trx: Trx, { kind, staff, item, decision }: Deciding, from: ModerationStatus) {
  const { reason, note } = reasonsOf(decision)
  const { table, hasReasons } = moduleOf(kind)
  const { numUpdatedRows } = await trx
    // The tables have these columns in common.
    .updateTable(table as 'reviews')
    .set({
      status: decision.to,
      moderated_by: staff.id,
      moderated_at: sql<Date>`now()`,
      ...(hasReasons && { rejection_reason: reason, moderation_reason: note }),
    })
    .where('id', '=', item.id)
    .where('status', '=', from)
    .where(sql`xmin::text`, '=', item.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function recordDecision(
  trx: Trx,
  { kind, staff, item, decision }: Deciding,
  subject: SubjectRow,
  { waitingSince }: Place,
  effects: Effects = {},
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
  effects: Effects = {},
) {
  const { reason, note } = reasonsOf(decision)
  const { applied } = effects
  const detail = {
    ...(reason && { reason }),
    ...(note && { note }),
    ...(applied && { price: applied.price, price_before: applied.priceBefore }),
    ...(applied && applied.currency !== applied.currencyBefore && { currency: applied.currency }),
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
