import { countSuggestedPairs } from '~/features/catalog/products/product-pairs.server'
import { KINDS, type Kind, RANK_TITLES, specOf } from '~/features/contributions/kinds/kinds'
import { findUsualTimes } from '~/features/contributions/members/own-contributions.server'
import type { User } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { listLines, type QueueLine } from './lines.server'
import { findNext, type Group, listFirstOfGroups, listGroups, listPageOfKind } from './order.server'
import { itemPath, LINES_PER_PAGE, parseQueueSearch, queuePath } from './queue-paths'
import { countTabs } from './waiting-counts.server'

export type QueueList = Omit<Awaited<ReturnType<typeof loadQueueList>>, 'head'>

/** The queue: the first items of every group, or one page of a tab. */
export async function loadQueueList(request: Request, staff: User) {
  const { kind, page } = parseQueueSearch(request.url)
  const [{ counts, overdue }, groups, items, next, usualTimes, duplicates] = await Promise.all([
    countTabs(),
    listGroups(kind),
    kind ? listPageOfKind(kind, page) : listFirstOfGroups(),
    findNext(staff),
    findUsualTimes(),
    countSuggestedPairs(),
  ])
  const lines = await listLines(items, staff)
  const list = {
    /** The tab; null shows all kinds in groups. */
    kind,
    page,
    pageCount: kind ? Math.ceil(Math.min(counts[kind], COUNT_CAP) / LINES_PER_PAGE) : 1,
    /** Waiting items by kind, each counted up to COUNT_CAP + 1. */
    counts,
    total: KINDS.reduce((sum, each) => sum + counts[each], 0),
    overdue,
    /** Pairs of products that may be one. They are decided on the screen of products. */
    duplicates,
    /** Median seconds to the last decisions of the kind, of reviews if all kinds are shown; null without enough of them. */
    usualTime: (usualTimes as Partial<Record<Kind, number>>)[kind ?? 'review'] ?? null,
    groups: groups.map((group) => toGroup(group, lines, counts)).filter((group) => group.lines.length > 0),
    /** The first item that no one else has open. */
    next: next ? itemPath(next.kind, next.id) : null,
  }
  const title = kind ? `Queue: ${specOf(kind).title}` : 'Queue'
  const head = pageHead({
    title,
    description: 'Everything that waits for a decision.',
    path: queuePath(kind, page),
    isIndexed: false,
  })
  return { ...list, head }
}

export type QueueGroup = ReturnType<typeof toGroup>

/** `tabs` show all of the group. */
function toGroup({ rank, waiting, oldest }: Group, lines: QueueLine[], counts: Record<Kind, number>) {
  const own = lines.filter((line) => line.rank === rank)
  // Only change reports affect owners.
  const kinds = KINDS.filter((kind) => (rank === 1 ? kind === 'change_log' : specOf(kind).rank === rank))
  const tabs = kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ label: specOf(kind).title, to: queuePath(kind) }))
  return { rank, title: RANK_TITLES[rank]!, waiting, oldest, lines: own, tabs }
}
