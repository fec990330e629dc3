import { type NotNull, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { COUNT_CAP } from '~/ui/pluralize'
import { countCapped } from './capped-count.server'
import { MODERATION_STATUSES, type TabStatus } from './moderation'
import { ITEMS_PER_PAGE } from './view-paths'

/** The ids on one page of a view: pending items oldest first, decided ones by the latest decision. */
export async function listIdsByStatus(kind: Kind, status: TabStatus, page: number) {
  const rows = await selectOrderedIds(kind, status)
    .limit(ITEMS_PER_PAGE)
    .offset((Math.min(page, Math.ceil(COUNT_CAP / ITEMS_PER_PAGE)) - 1) * ITEMS_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Items by status, counted up to COUNT_CAP + 1. */
export async function countByStatus(kind: Kind): Promise<Record<TabStatus, number>> {
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
