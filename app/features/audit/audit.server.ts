import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { currentRequest } from '~/http/current-request.server'

type Entry = {
  /** Who did it; null for a visitor or a command. */
  actor: string | null
  /** Noun and verb: `role.changed`, `sign-in.failed`. */
  action: string
  entity: string
  id: string | null
  detail?: Record<string, string | number | boolean | null>
}

/**
 * Adds an entry to the audit log, in the transaction of what it records where there is one. By which route it came is
 * noted beside the detail.
 */
export async function recordAudit(entry: Entry, executor = db) {
  const detail = JSON.stringify({ ...entry.detail, ...currentRequest() })
  await executor
    .insertInto('audit_log')
    .values({ actor_id: entry.actor, action: entry.action, entity_type: entry.entity, entity_id: entry.id, detail })
    .execute()
}

const DENIED = 'access.denied'

/**
 * Notes that somebody tried what they have no right to. Once a minute for each person, so that nobody can fill the log.
 */
export async function recordDenial(actor: string) {
  await sql`
    insert into audit_log (actor_id, action, entity_type, entity_id, detail)
    select ${actor}::uuid, ${DENIED}, 'profile', ${actor}, ${JSON.stringify(currentRequest() ?? {})}::jsonb
    where not exists (
      select from audit_log
      where actor_id = ${actor}::uuid and action = ${DENIED} and created_at > now() - interval '1 minute'
    )`.execute(db)
}
