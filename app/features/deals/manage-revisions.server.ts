import { db } from '~/db/database.server'
import { shorten } from '~/ui/shorten'
import type { FieldChange } from './deal-changes'

const SIDE_MAX = 120

export type Revision = Awaited<ReturnType<typeof listRevisions>>[number]

/** The audit log's detail of a save: its version and each changed field as "before → after", each side cut. */
export function changeDetail(version: number, changes: FieldChange[]) {
  const cut = (text: string) => shorten(text, SIDE_MAX) || '(none)'
  return { version, ...Object.fromEntries(changes.map(({ field, from, to }) => [field, `${cut(from)} → ${cut(to)}`])) }
}

/** The audit entries of a deal, newest first, each with its author's name. */
export async function listRevisions(dealId: string, limit = 20) {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'action', 'detail', 'audit_log.created_at', 'profiles.name', 'profiles.email'])
    .where('entity_type', '=', 'deal')
    .where('entity_id', '=', dealId)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
  return entries.map(({ name, email, detail, ...entry }) => ({
    ...entry,
    by: name ?? email ?? 'A former staff member',
    detail: detail as Record<string, string | number | boolean | null>,
  }))
}
