import { type NotNull, sql } from 'kysely'
import { db } from '~/db/database.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { MODERATION_STATUSES, type TabStatus } from './moderation'
import { countCapped } from './pending-counts.server'
import { ITEMS_PER_PAGE, type Kind } from './queue'

export type Contribution = Awaited<ReturnType<typeof listQueue>>[number]

/** One page of a queue: pending items oldest first, decided ones by the latest decision. */
export async function listQueue(kind: Kind, status: TabStatus, page: number) {
  const ordered = selectOrderedIds(kind, status)
    .limit(ITEMS_PER_PAGE)
    .offset((Math.min(page, Math.ceil(COUNT_CAP / ITEMS_PER_PAGE)) - 1) * ITEMS_PER_PAGE)
  const ids = (await ordered.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const items = await selectItems(kind).where('item.id', 'in', ids).execute()
  return items.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export async function findContribution(kind: Kind, id: string) {
  return selectItems(kind).where('item.id', '=', id).executeTakeFirst()
}

/** Items by status, counted up to COUNT_CAP + 1. */
export async function countQueue(kind: Kind): Promise<Record<TabStatus, number>> {
  const columns = MODERATION_STATUSES.map((status) =>
    countCapped(sql`from contributions where kind = ${kind} and status = ${status}`).as(status),
  )
  return db.selectNoFrom(columns).executeTakeFirstOrThrow()
}

function selectOrderedIds(kind: Kind, status: TabStatus) {
  const ids = db
    .selectFrom('contributions')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', status)
    .$narrowType<{ id: NotNull }>()
  if (status === 'PENDING') return ids.orderBy('created_at').orderBy('id')
  return ids.orderBy('moderated_at', (order) => order.desc().nullsLast()).orderBy('id', 'desc')
}

// The generated type of a view makes every column nullable.
function selectItems(kind: Kind) {
  return db
    .selectFrom('contributions as item')
    .innerJoin('deals', 'deals.id', 'item.deal_id')
    .leftJoin('profiles as author', 'author.id', 'item.author_id')
    .leftJoin('profiles as moderator', 'moderator.id', 'item.moderated_by')
    .select(['item.id', 'item.version', 'item.status', 'item.title', 'item.body', 'item.rating', 'item.created_at'])
    .select(['item.moderation_reason', 'item.moderated_at', 'moderator.name as moderator'])
    .select(['item.change_kind', 'item.old_value', 'item.new_value', 'item.effective_on', 'item.source_url'])
    .select(['item.affects_owners', 'item.author_id', 'author.name as author', 'author.email as author_email'])
    .select(['deals.title as deal', 'deals.slug', 'deals.published', 'deals.deal_price', 'deals.currency'])
    .select(['deals.id as deal_id', 'deals.version as deal_version'])
    .select(sql<boolean>`item.status = 'PENDING' and item.created_at < now() - interval '24 hours'`.as('is_overdue'))
    .where('item.kind', '=', kind)
    .$narrowType<{ id: NotNull; version: NotNull; status: NotNull; body: NotNull; created_at: NotNull }>()
}
