import { MODERATION_STATUS_LABELS } from '~/features/contributions/decisions/moderation-status'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { countByStatus, listIdsByStatus } from './items-by-status.server'
import { type Context, listContexts } from './lines.server'
import { toViewItem } from './queue-item.server'
import { listSubjects } from './subjects.server'
import { ITEMS_PER_PAGE, parseViewSearch, viewPath } from './view-paths'

const NO_CONTEXT: Context = { similar: [], burst: null }

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
