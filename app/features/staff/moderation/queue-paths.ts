import { findKind, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { defineSearch, type Param, pageParam } from '~/http/params'

export const QUEUE_PATH = '/admin/queue'
export const FRESHNESS_PATH = `${QUEUE_PATH}/freshness`
export const LINES_PER_PAGE = 25
/** Lines of each group on the tab that shows all kinds. */
export const LINES_PER_GROUP = 5

const search = defineSearch({
  kind: {
    default: null,
    parse: findKind,
    format: (kind: Kind | null) => (kind ? specOf(kind).segment : ''),
  } as Param<Kind | null>,
  page: pageParam,
})

export const parseQueueSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

/** A tab of the queue, or all kinds together. */
export const queuePath = (kind: Kind | null = null, page = 1) => search.path(QUEUE_PATH, { kind, page })

export const itemPath = (kind: Kind, id: string) => `${QUEUE_PATH}/${specOf(kind).segment}/${id}`

/** Redirects to the first item that no one else has open, after the given one if there is such an item. */
export function nextPath(after?: { kind: Kind; id: string }) {
  return after ? `${QUEUE_PATH}/next?after=${specOf(after.kind).segment}/${after.id}` : `${QUEUE_PATH}/next`
}

/** The element id of a line, which redirects lead to. */
export const lineAnchor = (id: string) => `item-${id}`
