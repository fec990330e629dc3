import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'

// A press of more deals than one transaction changes has several entries.
const EXPIRIES = sql`
  from audit_log left join profiles on profiles.id = actor_id
  where action = 'deals.set-status' and detail ? 'former_statuses' and audit_log.created_at > now() - interval '30 days'
    and not exists (
      select from audit_log undone
      where undone.action = 'deals.undo-expire' and undone.detail ->> 'batch' = audit_log.detail ->> 'batch')`

export type RecentExpiry = {
  batch: string
  count: number
  search: string
  actor: string | null
  created_at: Date
  days_left: number
}

/** The presses that set deals to Expired and can be undone, the latest first. */
export async function listRecentExpiries() {
  const { rows } = await sql<RecentExpiry>`
    select detail ->> 'batch' as batch, sum((detail ->> 'count')::int)::int as count, min(detail ->> 'search') as search,
      min(coalesce(profiles.name, profiles.email)) as actor, min(audit_log.created_at) as created_at,
      min(30 - extract(day from now() - audit_log.created_at)::int) as days_left
    ${EXPIRIES} group by detail ->> 'batch' order by min(audit_log.id) desc limit 20`.execute(db)
  return rows
}

type Entry = { id: number; detail: { versions: Record<string, number>; former_statuses: string[] } }

/**
 * Gives the deals of a press their former status again, except those that were changed since. Followers are not notified.
 *
 * @returns how many deals were changed; undefined if it was undone already or is too old
 */
export async function undoExpire(actor: string, batch: string): Promise<number | undefined> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${batch}, 0))`.execute(trx)
    const { rows } = await sql<Entry>`
      select audit_log.id, detail ${EXPIRIES} and detail ->> 'batch' = ${batch} order by audit_log.id`.execute(trx)
    if (rows.length === 0) return undefined
    const versions: Record<string, number> = {}
    for (const { detail } of rows) Object.assign(versions, await reopen(trx, detail))
    const count = Object.keys(versions).length
    const detail = { count, batch, new_status: 'as before', versions }
    await recordAudit({ actor, action: 'deals.undo-expire', entity: 'deals', id: null, detail }, trx)
    return count
  })
}

/** Returns the new versions of the deals that it changed. */
async function reopen(trx: Trx, { versions, former_statuses }: Entry['detail']) {
  const changed: Record<string, number> = {}
  for (const group of former_statuses) {
    const [status, ...ids] = group.split(' ')
    await sql`select id from deals where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx)
    const { rows } = await sql<{ id: string; version: number }>`
      update deals set status = ${status as DealStatus}, version = deals.version + 1, updated_at = now()
      from jsonb_each_text(${JSON.stringify(versions)}) as was
      where deals.id = any(${ids}::uuid[]) and was.key = deals.id::text and deals.version = was.value::int
        and deals.status = 'EXPIRED'
      returning deals.id, deals.version`.execute(trx)
    for (const { id, version } of rows) changed[id] = version
  }
  return changed
}
