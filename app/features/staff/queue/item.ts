import type { ModerationStatus } from '~/db/schema'
import { findKind, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { FormResult } from '~/http/forms'
import { defineSearch, type Param, pageParam } from '~/http/params'

export type ItemKey = { kind: Kind; id: string }

/** Answer 409: someone else decided or edited it first. */
export type DecisionConflict = Partial<ItemKey> & {
  title: string
  text: string
  /** What was written, so that it can be copied. */
  note?: string
}

/** The result of the last moderation form: its field errors, or the conflict with another decision. */
export type DecisionResult = (NonNullable<FormResult> & { conflict?: DecisionConflict }) | undefined

/** Why staff cannot decide on an item. */
export const OWN_CONTRIBUTION = 'This is about your own contribution. Someone else must decide on it.'

/** The tabs of a list of one kind. Items that were sent back have none: they wait for their author, not for staff. */
export const MODERATION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]
export type TabStatus = (typeof MODERATION_STATUSES)[number]

export const ITEMS_PER_PAGE = 25
export const QUEUE_PATH = '/admin/queue'
export const FRESHNESS_PATH = `${QUEUE_PATH}/freshness`

const search = defineSearch({
  kind: {
    default: null,
    parse: findKind,
    format: (kind: Kind | null) => (kind ? specOf(kind).segment : ''),
  } as Param<Kind | null>,
  status: {
    default: 'PENDING',
    parse: (text: string) => MODERATION_STATUSES.find((status) => status === text.toUpperCase()),
    format: (status: TabStatus) => status.toLowerCase(),
  } as Param<TabStatus>,
  page: pageParam,
})

export const parseQueueSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

/** A list of the queue: all kinds together, or one of them. */
export const queuePath = (kind: Kind | null = null, page = 1) => search.path(QUEUE_PATH, { kind, page })

/** The specified screen of one kind. */
export const viewPath = (kind: Kind, status: TabStatus = 'PENDING', page = 1) =>
  search.path(specOf(kind).view ?? QUEUE_PATH, { status, page })

export const itemPath = (kind: Kind, id: string) => `${QUEUE_PATH}/${specOf(kind).segment}/${id}`

/** The element id of a row, the target of redirects. */
export const itemAnchor = (id: string) => `item-${id}`
