import { sql, type Transaction } from 'kysely'
import type { DB, ModerationStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import type { User } from '~/features/accounts/guards.server'
import { canModerate } from '~/features/accounts/profile'
import { recordAudit } from '~/features/audit/audit.server'
import { formatAgo } from '~/ui/relative-time'
import { type Kind, QUEUE_STATUS_LABELS, queueOf } from './queue'
import { DealChanged } from './reported-price.server'

export type VersionedId = { id: string; version: string }
export type StatusChange = { from: ModerationStatus; to: ModerationStatus; reason?: string | null }
/** `forbidden`: it is one's own. `conflict`: somebody was faster, as `why` says. But for `done` nothing has changed. */
export type Outcome = { is: 'done' | 'missing' | 'forbidden' } | { is: 'conflict'; why: string }

export type Detail = Record<string, string | null>
type Item = { deal_id: string; author_id: string | null }
/** What else belongs to the change, in its transaction; gives what the audit log keeps of it. */
type Rest = (trx: Transaction<DB>, item: Item) => Promise<Detail>

const TABLES = { review: 'reviews', comment: 'comments', change_log: 'change_logs' } as const
const VERBS = { APPROVED: 'approved', REJECTED: 'rejected', PENDING: 'reopened' } as const

/** Moves an item from one status to another, if it is still what the moderator has seen, and puts that on record. */
export async function change(
  kind: Kind,
  staff: User,
  seen: VersionedId,
  wanted: StatusChange,
  rest: Rest,
): Promise<Outcome> {
  try {
    return await inTransaction(async (trx) => {
      const item = await find(trx, kind, seen.id)
      if (!item) return { is: 'missing' }
      if (!canModerate(staff, item.author_id)) return { is: 'forbidden' }
      if (!(await write(trx, kind, staff, seen, wanted))) return describeConflict(trx, kind, staff, seen, wanted)

      const own = item.author_id === staff.id && { own: true }
      const detail = { ...(await rest(trx, item)), ...own }
      await recordAudit(
        { actor: staff.id, action: `${kind}.${VERBS[wanted.to]}`, entity: kind, id: seen.id, detail },
        trx,
      )
      return { is: 'done' }
    })
  } catch (error) {
    if (error instanceof DealChanged) return { is: 'conflict', why: error.message }
    throw error
  }
}

// The version is looked at again after waiting for whoever holds the row, so that one of two wins.
async function write(
  trx: Transaction<DB>,
  kind: Kind,
  staff: User,
  { id, version }: VersionedId,
  wanted: StatusChange,
) {
  const isDecision = wanted.to !== 'PENDING'
  const { numUpdatedRows } = await trx
    // The three tables have these columns in common.
    .updateTable(TABLES[kind] as 'reviews')
    .set({
      status: wanted.to,
      moderated_by: isDecision ? staff.id : null,
      moderated_at: isDecision ? sql<Date>`now()` : null,
      ...(queueOf(kind).reasonShownIn && { moderation_reason: wanted.reason ?? null }),
    })
    .where('id', '=', id)
    .where('status', '=', wanted.from)
    .where(sql`xmin::text`, '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who was faster and with what. One's own form that was sent twice is no conflict. */
async function describeConflict(
  trx: Transaction<DB>,
  kind: Kind,
  staff: User,
  { id }: VersionedId,
  wanted: StatusChange,
): Promise<Outcome> {
  const now = await find(trx, kind, id)
  if (!now) return { is: 'missing' }
  const isMine = now.moderated_by === staff.id
  if (now.status === wanted.to && isMine) return { is: 'done' }
  if (now.status === wanted.from) return { is: 'conflict', why: 'It was edited in the meantime. Read it again.' }
  if (now.status === 'PENDING') return { is: 'conflict', why: 'It is already pending.' }
  const who = isMine ? 'you' : (now.moderator ?? 'someone else')
  const when = now.moderated_at ? ` ${formatAgo(now.moderated_at)}` : ''
  return { is: 'conflict', why: `Already ${QUEUE_STATUS_LABELS[now.status].toLowerCase()} by ${who}${when}.` }
}

async function find(trx: Transaction<DB>, kind: Kind, id: string) {
  return trx
    .selectFrom('contributions as item')
    .leftJoin('profiles as moderator', 'moderator.id', 'item.moderated_by')
    .select(['deal_id', 'author_id', 'item.status', 'moderated_by', 'moderated_at', 'moderator.name as moderator'])
    .where('item.kind', '=', kind)
    .where('item.id', '=', id)
    .$narrowType<{ deal_id: string; status: ModerationStatus }>()
    .executeTakeFirst()
}
