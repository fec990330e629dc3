import { db } from '~/db/database.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import type { HistoryEntry } from './queue-types'
import type { ItemKey } from './subjects.server'

/** Audit entries of an item, latest first; `action` is the verb, such as "approved". */
export async function listHistory({ kind, id }: ItemKey): Promise<HistoryEntry[]> {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'action', 'detail', 'audit_log.created_at as at', 'profiles.name', 'profiles.email'])
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(50)
    .execute()
  return entries.map(({ name, email, action, detail, id: entryId, at }) => ({
    id: Number(entryId),
    at,
    by: name ?? email ?? 'A former staff member',
    action: action.slice(action.indexOf('.') + 1).replaceAll('-', ' '),
    detail: withLabel(detail as HistoryEntry['detail']),
  }))
}

/** A reason is stored by its name; older entries have a sentence instead. */
function withLabel({ reason, ...detail }: HistoryEntry['detail']): HistoryEntry['detail'] {
  if (reason === undefined) return detail
  return { reason: (REJECTION_REASON_LABELS as Record<string, string>)[reason] ?? reason, ...detail }
}
