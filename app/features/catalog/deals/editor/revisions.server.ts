import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { shorten } from '~/ui/shorten'
import type { FieldChange } from './deal-changes'

const SIDE_MAX = 120

/** The audit log's detail of a save: its version and each changed field as "before → after", each side cut. */
export function changeDetail(version: number, changes: FieldChange[]) {
  const cut = (text: string) => shorten(text, SIDE_MAX) || '(none)'
  return { version, ...Object.fromEntries(changes.map(({ field, from, to }) => [field, `${cut(from)} → ${cut(to)}`])) }
}

export type Revision = {
  id: string
  action: string
  by: string
  created_at: Date
  detail: Record<string, string | number | boolean | null>
}

/** The saves of a deal and the bulk actions that changed it, newest first. */
export async function listRevisions(dealId: string, limit = 20) {
  const { rows } = await sql<Revision>`
    with entries as (
      (select id, actor_id, action, created_at, detail from audit_log
        where entity_type = 'deal' and entity_id = ${dealId} order by id desc limit ${limit})
      union all
      (select id, actor_id, action, created_at,
          jsonb_build_object('version', detail -> 'versions' -> ${dealId}::text, 'status', detail -> 'new_status')
        from audit_log
        where entity_type = 'deals' and detail -> 'versions' ? ${dealId} order by id desc limit ${limit})
    )
    select entries.id, action, detail, entries.created_at, coalesce(name, email, 'A former staff member') as by
    from entries left join profiles on profiles.id = actor_id
    order by entries.id desc limit ${limit}`.execute(db)
  return rows
}
