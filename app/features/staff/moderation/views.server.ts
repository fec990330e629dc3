import { type NotNull, sql } from 'kysely'
import { db } from '~/db/database.server'
import { MODERATION_STATUS_LABELS } from '~/features/contributions/decisions/moderation-status'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { type Context, listContexts } from './lines.server'
import { toViewItem } from './queue-item.server'
import { listSubjects } from './subjects.server'
import { ITEMS_PER_PAGE, MODERATION_STATUSES, parseViewSearch, type TabStatus, viewPath } from './view-paths'
import { countCapped } from './waiting-counts.server'

const NO_CONTEXT: Context = { similar: [] }

/** One page of the items of one kind with one status, with what helps to decide pending ones. */
export async function loadView({ kind, request, staff }: { kind: Kind; request: Request; staff: User }) {
  const { status, page } = parseViewSearch(request.url)
  const [counts, ids] = await Promise.all([countByStatus(kind), listIdsByStatus(kind, status, page)])
  const rows = await listSubjects(ids.map((id) => ({ kind, id })))
  const contexts = status === 'PENDING' ? await listContexts(rows) : []
  const items = rows.map((row, index) => toViewItem(row, contexts[index] ?? NO_CONTEXT, staff))
  const head = pageHead({
    title: specOf(kind).title,
    description: `${MODERATION_STATUS_LABELS[status]} items.`,
    path: viewPath(kind),
    isIndexed: false,
  })
  const pageCount = Math.ceil(Math.min(counts[status], COUNT_CAP) / ITEMS_PER_PAGE)
  return { kind, status, page, pageCount, counts, items, head }
}

/** The ids on one page of a view: pending items oldest first, decided ones by the latest decision. */
async function listIdsByStatus(kind: Kind, status: TabStatus, page: number) {
  const rows = await selectOrderedIds(kind, status)
    .limit(ITEMS_PER_PAGE)
    .offset((Math.min(page, Math.ceil(COUNT_CAP / ITEMS_PER_PAGE)) - 1) * ITEMS_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Items by status, counted up to COUNT_CAP + 1. */
async function countByStatus(kind: Kind): Promise<Record<TabStatus, number>> {
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
