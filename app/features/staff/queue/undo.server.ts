import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { undoCheck } from '~/features/contributions/availability/doubts.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { findKind, specOf } from '~/features/contributions/kinds/kinds'
import { NEWER_TEXT } from '~/features/contributions/reviews/published-text.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { undoBulkStatus } from '~/features/staff/bulk/bulk-status.server'
import { forbidden, notFound } from '~/http/responses.server'
import { describeConflict, findLastDecision, requeue } from './decide.server'
import { type ItemKey, OWN_CONTRIBUTION } from './item'
import { findItemRow, mayDecide } from './items.server'
import { deleteNotice } from './notice.server'
import { rulesOf } from './rules.server'

/**
 * A decision, or an item as it was read, whose last decision is undone. An entry that staff wrote has no decision.
 */
type Undoing = { decision: string } | (ItemKey & { version?: number })

/** Of the alerts of one kind about a deal, and of the texts of a review, only one can wait; a proof waits with its file. */
const REQUEUE_CONFLICTS: Record<string, string> = {
  one_open_alert_per_deal_and_kind: 'A newer one about this deal waits already. Decide that one.',
  one_open_alert_per_review: 'Readers have reported the review again since then. Decide on those reports.',
  one_waiting_text_per_review: NEWER_TEXT,
  a_waiting_proof_has_its_file: 'Its file is deleted, so it cannot be decided again.',
}

/** Decisions that are about no item, with what undoes them. */
const WITHOUT_ITEM: Record<string, typeof undoCheck> = {
  deal_check: undoCheck,
  bulk_status: undoBulkStatus,
}

/**
 * Undoes a decision as if it had not been made: the item waits since the same time as before, the author gets no
 * notification, and what it changed is restored unless it was changed again. Undoing twice does nothing.
 *
 * @returns the item, if the decision was about one
 * @throws CannotDecide when another decision or an edit came after it
 */
export async function undo(staff: User, of: Undoing): Promise<ItemKey | undefined> {
  try {
    return await inTransaction(async (trx) => {
      if (!('decision' in of)) return undoItem(trx, staff, of, await findLastDecision(trx, of), of.version)
      const decision = await findDecision(trx, of.decision)
      if (!decision) throw notFound('Decision')
      const kind = findKind(decision.kind)
      if (kind) return undoItem(trx, staff, { kind, id: decision.subject_id }, decision)
      return undoWithoutItem(trx, staff, decision)
    })
  } catch (error) {
    const text = REQUEUE_CONFLICTS[(error as { constraint?: string }).constraint ?? '']
    throw text ? new CannotDecide(text) : error
  }
}

async function findDecision(trx: Trx, id: string) {
  return trx
    .selectFrom('decisions')
    .select(['id', 'kind', 'subject_id', 'effects', 'undone_at', sql<string>`waiting_since::text`.as('waiting_since')])
    .select(sql<boolean>`decided_at < now() - interval '30 days'`.as('is_old'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type StoredDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

/** Checks of deals, and presses on several deals. */
async function undoWithoutItem(trx: Trx, staff: User, decision: StoredDecision) {
  if (decision.is_old) throw new CannotDecide('It can no longer be undone.')
  if (await markUndone(trx, staff, decision.id)) await WITHOUT_ITEM[decision.kind]!(trx, staff, decision)
  return undefined
}

async function markUndone(trx: Trx, staff: User, id: string) {
  const { numUpdatedRows } = await trx
    .updateTable('decisions')
    .set({ undone_at: sql<Date>`now()`, undone_by: staff.id })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Last = { id: string; effects: unknown; undone_at: Date | null; waiting_since: string }

async function undoItem(
  trx: Trx,
  staff: User,
  key: ItemKey,
  decision: Last | undefined,
  version?: number,
): Promise<ItemKey> {
  const { kind, id } = key
  const rules = rulesOf(kind)
  await rules.lock?.(trx, id)
  const row = await findItemRow(key, staff, trx)
  if (!row) throw notFound(specOf(kind).label)
  if (!mayDecide(staff, row)) throw forbidden(OWN_CONTRIBUTION)
  if (decision?.undone_at) return key
  const last = await findLastDecision(trx, key)
  const isOutdated = last?.id !== decision?.id || (version !== undefined && version !== row.version)
  const isDecided = row.status !== 'PENDING' && !isOutdated
  if (!isDecided || !(await requeue(trx, row, decision?.waiting_since))) {
    throw new CannotDecide(describeConflict(row, staff))
  }
  if (decision && !(await markUndone(trx, staff, decision.id))) return key
  await rules.undo?.(trx, staff, row, (decision?.effects ?? {}) as object)
  if (decision) await deleteNotice(trx, row.author_id, decision.id)
  const detail = { was: row.status }
  await recordAudit({ actor: staff.id, action: `${kind}.reopened`, entity: kind, id, detail }, trx)
  return key
}
