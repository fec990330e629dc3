import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ModerationStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import type { User } from '~/features/accounts/guards.server'
import { canModerate } from '~/features/accounts/profile'
import { recordAudit } from '~/features/audit/audit.server'
import { formatAgo } from '~/ui/relative-time'
import { MODERATION_STATUS_LABELS } from './moderation'
import { type Kind, queueOf } from './queue'
import { DealChanged } from './reported-price.server'

export type VersionedId = { id: string; version: string }
type StatusChange = { from: ModerationStatus; to: ModerationStatus; reason?: string | null }
/** `forbidden`: the author cannot decide. `conflict`: someone else decided or edited first. Only `done` changes anything. */
export type Outcome = { is: 'done' | 'missing' | 'forbidden' } | { is: 'conflict'; message: string }

export type Detail = Record<string, string | null>
type Item = { deal_id: string; author_id: string | null }
/** Further changes in the same transaction; returns the detail for the audit log. */
type ApplyEffects = (trx: Trx, item: Item) => Promise<Detail>

const TABLES = { review: 'reviews', comment: 'comments', change_log: 'change_logs' } as const
const VERBS = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CHANGES_REQUESTED: 'sent_back',
  PENDING: 'reopened',
} as const

/** Changes the status of an item if its version is still the one that the moderator read, and writes the audit log. */
export async function changeItemStatus(
  kind: Kind,
  staff: User,
  itemVersion: VersionedId,
  statusChange: StatusChange,
  applyEffects: ApplyEffects,
): Promise<Outcome> {
  try {
    return await inTransaction(async (trx) => {
      const item = await findForChange(trx, kind, itemVersion.id)
      if (!item) return { is: 'missing' }
      if (!canModerate(staff, item.author_id)) return { is: 'forbidden' }
      if (!(await updateStatus(trx, kind, staff, itemVersion, statusChange)))
        return describeConflict(trx, kind, staff, itemVersion, statusChange)

      const own = item.author_id === staff.id && { own: true }
      const detail = { ...(await applyEffects(trx, item)), ...own }
      await recordAudit(
        { actor: staff.id, action: `${kind}.${VERBS[statusChange.to]}`, entity: kind, id: itemVersion.id, detail },
        trx,
      )
      return { is: 'done' }
    })
  } catch (error) {
    if (error instanceof DealChanged) return { is: 'conflict', message: error.message }
    throw error
  }
}

// Compare the version in the update itself: after waiting for a row lock PostgreSQL checks the condition again.
async function updateStatus(
  trx: Trx,
  kind: Kind,
  staff: User,
  { id, version }: VersionedId,
  statusChange: StatusChange,
) {
  const isDecision = statusChange.to !== 'PENDING'
  const { numUpdatedRows } = await trx
    // The three tables have these columns in common.
    .updateTable(TABLES[kind] as 'reviews')
    .set({
      status: statusChange.to,
      moderated_by: isDecision ? staff.id : null,
      moderated_at: isDecision ? sql<Date>`now()` : null,
      ...(queueOf(kind).reasonShownIn && { moderation_reason: statusChange.reason ?? null }),
    })
    .where('id', '=', id)
    .where('status', '=', statusChange.from)
    .where(sql`xmin::text`, '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Names the moderator who decided first. The same form sent twice by one moderator is no conflict. */
async function describeConflict(
  trx: Trx,
  kind: Kind,
  staff: User,
  { id }: VersionedId,
  statusChange: StatusChange,
): Promise<Outcome> {
  const now = await findForChange(trx, kind, id)
  if (!now) return { is: 'missing' }
  const isMine = now.moderated_by === staff.id
  if (now.status === statusChange.to && isMine) return { is: 'done' }
  if (now.status === statusChange.from)
    return { is: 'conflict', message: 'It was edited in the meantime. Read it again.' }
  if (now.status === 'PENDING') return { is: 'conflict', message: 'It is already pending.' }
  const decider = isMine ? 'you' : (now.moderator ?? 'someone else')
  const when = now.moderated_at ? ` ${formatAgo(now.moderated_at)}` : ''
  return {
    is: 'conflict',
    message: `Already ${MODERATION_STATUS_LABELS[now.status].toLowerCase()} by ${decider}${when}.`,
  }
}

async function findForChange(trx: Trx, kind: Kind, id: string) {
  return trx
    .selectFrom('contributions as item')
    .leftJoin('profiles as moderator', 'moderator.id', 'item.moderated_by')
    .select(['deal_id', 'author_id', 'item.status', 'moderated_by', 'moderated_at', 'moderator.name as moderator'])
    .where('item.kind', '=', kind)
    .where('item.id', '=', id)
    .$narrowType<{ deal_id: string; status: ModerationStatus }>()
    .executeTakeFirst()
}
