import type { ModerationStatus } from '~/db/schema'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { defineSearch, type Param, pageParam } from '~/http/params'

/** The tabs of a view of one kind. Items that were sent back have none: they wait for their author, not for staff. */
export const MODERATION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]

export type TabStatus = (typeof MODERATION_STATUSES)[number]

export const ITEMS_PER_PAGE = 20

/** The parameters of a view: its tab, pending items by default, and the page of it. */
const search = defineSearch({
  status: {
    default: 'PENDING',
    parse: (text: string) => MODERATION_STATUSES.find((status) => status === text.toUpperCase()),
    format: (status: TabStatus) => status.toLowerCase(),
  } as Param<TabStatus>,
  page: pageParam,
})

export const parseViewSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

export function viewPath(kind: Kind, status: TabStatus = 'PENDING', page = 1) {
  return search.path(specOf(kind).view ?? '/admin/queue', { status, page })
}
