import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { Decision as DecisionName } from '~/db/schema'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { recordDecision } from '~/features/contributions/decisions/record-decision.server'
import type { ItemDecision, ItemRow } from '~/features/contributions/kinds/kind-rules.server'
import { type Kind, pastTense, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { forbidden, notFound } from '~/http/responses.server'
import { formatAgo } from '~/ui/relative-time'
import { type ItemKey, OWN_CONTRIBUTION } from './item'
import { deleteClaims, findItemRow, mayDecide } from './items.server'
import { notifyAuthor, reasonsOf } from './notice.server'
import { rulesOf } from './rules.server'

/** An item as it was read. */
export type VersionedItem = ItemKey & { version: number }

/**
 * Decides on a waiting item. Triggers maintain counts, karma and the price history.
 *
 * @returns the id of the decision; that of the first, when the same person sends the same decision twice
 * @throws CannotDecide when it was decided or edited since it was read, or the effects are not possible
 * @throws a 403 about one's own contribution, and a 404 when the item is gone
 */
export async function decide(trx: Trx, staff: User, of: VersionedItem, decision: ItemDecision): Promise<string> {
  const rules = rulesOf(of.kind)
  await rules.lock?.(trx, of.id)
  const row = await findItemRow(of, staff, trx)
  if (!row) throw notFound(specOf(of.kind).label)
  if (!mayDecide(staff, row)) throw forbidden(OWN_CONTRIBUTION)
  if (!(await setStatus(trx, staff, of, decision))) return findSameDecision(trx, staff, of, decision)

  const effects = (await rules.apply?.(trx, staff, row, decision)) ?? {}
  const { reason, note } = reasonsOf(decision)
  const id = await recordDecision(trx, staff, { kind: of.kind, subject: of.id, decision: decision.to, reason, effects })
  const detail = {
    ...(reason && { reason }),
    ...(note && { note }),
    ...rules.auditDetail?.(effects),
    ...([row.author_id, ...row.reporter_ids].includes(staff.id) && { own: true }),
  }
  const action = `${of.kind}.${pastTense(of.kind, decision.to).replaceAll(' ', '-')}`
  await recordAudit({ actor: staff.id, action, entity: of.kind, id: of.id, detail }, trx)
  await notifyAuthor(trx, staff, row, { id, decision })
  await deleteClaims(trx, of)
  return id
}

const hasReasons = (kind: Kind) => specOf(kind).reject.hasReason

/**
 * Changes the status of an item that still has the version that was read. The condition is part of the update: after
 * waiting for a row lock PostgreSQL checks it again.
 */
async function setStatus(trx: Trx, staff: User, { kind, id, version }: VersionedItem, decision: ItemDecision) {
  const { reason, note } = reasonsOf(decision)
  const reasons = sql`, rejection_reason = ${reason}::rejection_reason, moderation_reason = ${note}`
  const { numAffectedRows } = await sql`
    update ${sql.table(specOf(kind).table)} set status = ${decision.to}::moderation_status,
      moderated_by = ${staff.id}, moderated_at = now(), version = version + 1 ${hasReasons(kind) ? reasons : sql``}
    where id = ${id} and status = 'PENDING' and version = ${version}`.execute(trx)
  return numAffectedRows === 1n
}

/** Returns a decided item to the queue, with the time since when it waited. Returns whether it had the status. */
export async function requeue(trx: Trx, { kind, id, status }: ItemRow, waitingSince: string | undefined) {
  const reasons = sql`, rejection_reason = null, moderation_reason = null`
  const since = waitingSince === undefined ? sql`` : sql`, waiting_since = ${waitingSince}::timestamptz`
  const { numAffectedRows } = await sql`
    update ${sql.table(specOf(kind).table)} set status = 'PENDING', moderated_by = null, moderated_at = null,
      version = version + 1 ${since} ${hasReasons(kind) ? reasons : sql``}
    where id = ${id} and status = ${status}::moderation_status`.execute(trx)
  return numAffectedRows === 1n
}

async function findSameDecision(trx: Trx, staff: User, of: VersionedItem, { to }: ItemDecision) {
  const now = await findItemRow(of, staff, trx)
  if (!now) throw notFound(specOf(of.kind).label)
  const last = await findLastDecision(trx, of)
  if (now.status === to && last?.decided_by === staff.id) return last.id
  throw new CannotDecide(describeConflict(now, staff))
}

export function describeConflict({ kind, status, moderated_by, moderator, moderated_at }: ItemRow, staff: User) {
  if (status === 'PENDING') return 'It was edited in the meantime. Read it again.'
  const decider = moderated_by === staff.id ? 'you' : (moderator ?? 'someone else')
  const when = moderated_at ? ` ${formatAgo(moderated_at)}` : ''
  return `Already ${pastTense(kind, status satisfies DecisionName)} by ${decider}${when}.`
}

/** The decision on an item that still counts. */
export async function findLastDecision(trx: Trx, { kind, id }: ItemKey) {
  return trx
    .selectFrom('decisions')
    .select(['id', 'decided_by', 'effects', 'undone_at', sql<string>`waiting_since::text`.as('waiting_since')])
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('undone_at', 'is', null)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
