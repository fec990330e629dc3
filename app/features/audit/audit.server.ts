import { db } from '~/db/database.server'

type Entry = {
  /** Who did it; null for a visitor or a command. */
  actor: string | null
  /** Noun and verb: `role.changed`, `sign-in.failed`. */
  action: string
  entity: string
  id: string | null
  detail?: Record<string, string | number | boolean | null>
}

/** Adds an entry to the audit log, in the transaction of what it records where there is one. */
export async function recordAudit({ actor, action, entity, id, detail = {} }: Entry, executor = db) {
  await executor
    .insertInto('audit_log')
    .values({ actor_id: actor, action, entity_type: entity, entity_id: id, detail: JSON.stringify(detail) })
    .execute()
}
