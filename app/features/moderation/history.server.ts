import { db } from '~/db/database.server'
import type { Kind } from './queue'

/** Audit entries of an item, latest first; `action` is the verb, such as "approved". */
export async function listHistory(kind: Kind, id: string) {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'action', 'detail', 'audit_log.created_at', 'profiles.name', 'profiles.email'])
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(50)
    .execute()
  return entries.map(({ name, email, action, detail, ...entry }) => ({
    ...entry,
    by: name ?? email ?? 'A former staff member',
    action: action.slice(action.indexOf('.') + 1),
    detail: detail as { reason?: string; price?: string; price_before?: string | null; own?: boolean },
  }))
}
