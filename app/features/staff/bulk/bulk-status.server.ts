import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { recordAudit } from '~/features/people/audit/audit.server'

/** The deals of a press by their former status: id and the version that the press made. */
export type BulkStatusEffects = {
  /** How the deals were chosen. */
  search: string
  former: Partial<Record<DealStatus, Record<string, number>>>
}

export type RecentExpiry = {
  decision: string
  count: number
  search: string
  actor: string | null
  created_at: Date
  days_left: number
}

/** The presses that set deals to Expired and can be undone, the latest first. */
export async function listRecentExpiries() {
  const { rows } = await sql<RecentExpiry>`
    select decisions.id as decision, effects ->> 'search' as search, coalesce(name, email) as actor,
      (select count(*) from jsonb_each(effects -> 'former') status, jsonb_object_keys(status.value))::int as count,
      decided_at as created_at, 30 - extract(day from now() - decided_at)::int as days_left
    from decisions left join profiles on profiles.id = decided_by
    where kind = 'bulk_status' and undone_at is null and decided_at > now() - interval '30 days'
    order by decided_at desc limit 20`.execute(db)
  return rows
}

/** Gives the deals their former status again, except those that were changed since. Followers are not notified. */
export async function undoBulkStatus(trx: Trx, staff: { id: string }, { effects }: { effects: unknown }) {
  await sql`set local statement_timeout = '60s'`.execute(trx)
  const versions: Record<string, number> = {}
  for (const [status, deals] of Object.entries((effects as BulkStatusEffects).former)) {
    const ids = Object.keys(deals)
    await sql`select id from deals where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx)
    const { rows } = await sql<{ id: string; version: number }>`
      update deals set status = ${status}::deal_status, version = deals.version + 1, updated_at = now()
      from jsonb_each_text(${JSON.stringify(deals)}) as was
      where deals.id = was.key::uuid and deals.version = was.value::int and deals.status = 'EXPIRED'
      returning deals.id, deals.version`.execute(trx)
    for (const { id, version } of rows) versions[id] = version
  }
  const detail = { count: Object.keys(versions).length, new_status: 'as before', versions }
  await recordAudit({ actor: staff.id, action: 'deals.undo-expire', entity: 'deals', id: null, detail }, trx)
}
