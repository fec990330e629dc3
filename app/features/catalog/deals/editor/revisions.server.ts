import { sql } from 'kysely'
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

type Detail = Record<string, string | number | boolean | null>

/** The saves of a deal, newest first, each with its author's name. */
export async function listRevisions(dealId: string, limit = 20) {
  const [own, bulk] = await Promise.all([listOwnEntries(dealId, limit), listBulkChanges(dealId, limit)])
  return [...own, ...bulk]
    .sort(
      (a, b) => b.created_at.getTime() - a.created_at.getTime() || Number(b.detail.version) - Number(a.detail.version),
    )
    .slice(0, limit)
}

async function listOwnEntries(dealId: string, limit: number) {
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
    by: name ?? email ?? FORMER,
    detail: detail as Detail,
  }))
}

const FORMER = 'A former staff member'

/** The bulk actions that changed a deal: the audit log has one entry for all deals of a batch. */
async function listBulkChanges(dealId: string, limit: number) {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'action', 'audit_log.created_at'])
    .select((eb) => [
      eb.fn.coalesce('profiles.name', 'profiles.email').as('by'),
      sql<number>`(detail -> 'versions' ->> ${dealId})::int4`.as('version'),
      sql<string | null>`detail ->> 'new_status'`.as('status'),
    ])
    .where('entity_type', '=', 'deals')
    .where(sql<boolean>`detail -> 'versions' ? ${dealId}`)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
  return entries.map(({ id, action, created_at, by, version, status }) => {
    const detail: Detail = { version, [BULK_FIELDS[action.slice('deals.'.length) as keyof typeof BULK_FIELDS]]: status }
    return { id, action, created_at, by: by ?? FORMER, detail }
  })
}

/** The field that a bulk action changes. */
const BULK_FIELDS = {
  publish: 'published',
  unpublish: 'published',
  'set-status': 'status',
  'set-category': 'category_id',
  delete: 'title',
  'undo-expire': 'status',
}
