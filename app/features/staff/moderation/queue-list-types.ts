import type { Kind } from '~/features/contributions/kinds/kinds'
import type { QueueLine } from './queue-types'

export type QueueGroup = {
  rank: number
  title: string
  /** Counted up to COUNT_CAP + 1. */
  waiting: number
  oldest: Date | null
  lines: QueueLine[]
  /** The tabs that show all of it. */
  tabs: { label: string; to: string }[]
}

/** What `loadQueueList(request, staff)` returns, besides the head of the page. */
export type QueueList = {
  /** The tab; null shows all kinds in groups. */
  kind: Kind | null
  page: number
  /** 1 where groups are shown. */
  pageCount: number
  /** Waiting items by kind, each counted up to COUNT_CAP + 1. */
  counts: Record<Kind, number>
  total: number
  overdue: number
  /** Median seconds to the last decisions of the kind, of reviews where all kinds are shown; null without enough of them. */
  usualTime: number | null
  /** By rank. A tab has groups too; theirs hold the whole page. */
  groups: QueueGroup[]
  /** Leads to the first item that nobody else has open; null if there is none. */
  next: string | null
}
