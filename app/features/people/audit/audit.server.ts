import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { currentRequest } from '~/http/current-request.server'

export type AuditDetail = Record<string, string | number | boolean | null | string[] | Record<string, number | null>>

type Entry = {
  /** The id of a profile; null for a visitor or a command. */
  actor: string | null
  /** Noun and verb: `role.changed`, `sign-in.failed`. */
  action: string
  entity: string
  id: string | null
  detail?: AuditDetail
}

/**
 * Adds an entry to the audit log, in the given transaction where there is one. The current route is added to the
 * detail.
 *
 * @returns the id of the entry
 */
export async function recordAudit(entry: Entry, executor = db): Promise<number> {
  const [id] = await recordAudits([entry], executor)
  return id!
}

/** Adds an entry for each of at least one row. */
export async function recordAudits(entries: Entry[], executor = db) {
  const rows = entries.map(({ actor, action, entity, id, detail }) => ({
    actor_id: actor,
    action,
    entity_type: entity,
    entity_id: id,
    detail: JSON.stringify({ ...detail, ...currentRequest() }),
  }))
  const added = await executor.insertInto('audit_log').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

const DENIED = 'access.denied'

/**
 * Logs an attempt without permission, at most once a minute for each person, so that the log cannot be flooded.
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
