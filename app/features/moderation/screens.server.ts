import type { User } from '~/features/accounts/guards.server'
import { canModerate } from '~/features/accounts/profile'
import { pageHead } from '~/http/page-head.server'
import { notFound } from '~/http/responses.server'
import { isUuid } from '~/http/row-id'
import { COUNT_CAP } from '~/ui/pluralize'
import { listBackground } from './background.server'
import { type Contribution, countQueue, findContribution, listQueue } from './contributions.server'
import { listHistory } from './history.server'
import { MODERATION_STATUS_LABELS } from './moderation'
import { readPrice } from './price-reading'
import { ITEMS_PER_PAGE, itemPath, type Kind, parseQueueSearch, QUEUES } from './queue'

export type QueueItem = ReturnType<typeof toQueueItem>

/** One page of a queue, with the background of pending items. */
export async function loadQueue({ kind, request, staff }: { kind: Kind; request: Request; staff: User }) {
  const { status, page } = parseQueueSearch(request.url)
  const [counts, rows] = await Promise.all([countQueue(kind), listQueue(kind, status, page)])
  const background = status === 'PENDING' ? await listBackground(kind, rows) : {}
  const items = rows.map((item) => toQueueItem(item, staff, background[item.id]))
  const { path, title } = QUEUES[kind]
  const head = pageHead({ title, description: `${MODERATION_STATUS_LABELS[status]} items.`, path, isIndexed: false })
  const pageCount = Math.ceil(Math.min(counts[status], COUNT_CAP) / ITEMS_PER_PAGE)
  return { kind, status, page, pageCount, counts, items, head }
}

/** One item with its history. @throws a 404 for an unknown id */
export async function loadItem({ kind, id, staff }: { kind: Kind; id: string; staff: User }) {
  const item = isUuid(id) && (await findContribution(kind, id))
  if (!item) throw notFound(kind === 'change_log' ? 'Change report' : QUEUES[kind].label)
  const [background, history] = await Promise.all([listBackground(kind, [item]), listHistory({ kind, id })])
  const title = `${QUEUES[kind].label} on ${item.deal}`
  const head = pageHead({ title, description: title, path: itemPath(kind, id), isIndexed: false })
  return { kind, item: toQueueItem(item, staff, background[id]), history, title, head }
}

function toQueueItem(item: Contribution, staff: User, background?: Awaited<ReturnType<typeof listBackground>>[string]) {
  const { author_id, moderated_at, ...shown } = item
  return {
    ...shown,
    author_id,
    moderated_at,
    background,
    canDecide: canModerate(staff, author_id),
    /** The new price of a price report as decimal text; undefined unless it is a clear amount in the deal's currency. */
    reportedPrice: item.change_kind === 'PRICE' ? readPrice(item.new_value ?? '', item.currency) : undefined,
  }
}
