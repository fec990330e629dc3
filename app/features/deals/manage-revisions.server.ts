import { db } from '~/db/database.server'
import { shorten } from '~/ui/shorten'
import type { FieldChange } from './deal-changes'

const SIDE_MAX = 120

export type Revision = Awaited<ReturnType<typeof listRevisions>>[number]

/** For the audit log: which version a change made and what it changed, each side cut so that an entry stays small. */
export function changeDetail(version: number, changes: FieldChange[]) {
  const cut = (text: string) => shorten(text, SIDE_MAX) || '(none)'
  return { version, ...Object.fromEntries(changes.map(({ field, from, to }) => [field, `${cut(from)} → ${cut(to)}`])) }
}

/** Who changed what in a deal, the latest first. */
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
