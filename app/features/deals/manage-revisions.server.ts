import { db } from '~/db/database.server'
import type { BulkVerb } from '~/db/schema'
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

/** The bulk actions that changed a deal: the audit log has one entry for all deals of an action. */
async function listBulkChanges(dealId: string, limit: number) {
  const changes = await db
    .selectFrom('bulk_action_deals')
    .innerJoin('bulk_actions', 'bulk_actions.id', 'action_id')
    .leftJoin('profiles', 'profiles.id', 'actor_id')
    .select(['bulk_actions.id', 'verb', 'to_status', 'version', 'bulk_actions.created_at', 'name', 'email'])
    .where('deal_id', '=', dealId)
    .where('version', 'is not', null)
    .orderBy('bulk_actions.created_at', 'desc')
    .limit(limit)
    .execute()
  return changes.map(({ id, verb, to_status, version, created_at, name, email }) => {
    const { action, field } = BULK_CHANGES[verb]
    const detail: Detail = { version, [field]: to_status }
    return { id, action, created_at, by: name ?? email ?? FORMER, detail }
  })
}

const BULK_CHANGES: Record<BulkVerb, { action: string; field: string }> = {
  publish: { action: 'deal.published', field: 'published' },
  unpublish: { action: 'deal.unpublished', field: 'published' },
  'set-status': { action: 'deal.status-set', field: 'status' },
  'set-category': { action: 'deal.category-set', field: 'category_id' },
  delete: { action: 'deal.deleted', field: 'title' },
}
