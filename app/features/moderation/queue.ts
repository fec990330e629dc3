import { defineSearch, type Param, pageParam } from '~/http/search-params'
import { MODERATION_STATUSES, type TabStatus } from './moderation'

export const ITEMS_PER_PAGE = 20
/** Maximum length of the free text: together with a preset reason it fits the column. */
export const REASON_MAX = 400

type Queue = {
  path: string
  title: string
  /** In a sentence. */
  noun: string
  /** At the start of one. */
  label: string
  /** Where its author reads why it was rejected. Comments are rejected without a reason. */
  reasonShownIn?: string
  reasons: readonly string[]
}

/** The kinds of contributions that staff moderate; each has its own queue. */
export const QUEUES = {
  review: {
    path: '/admin/reviews',
    title: 'Reviews',
    noun: 'review',
    label: 'Review',
    reasonShownIn: 'The reviewer sees this in My Reviews.',
    reasons: [
      'Does not describe your own use of the product.',
      'Advertises something or contains a referral link.',
      'Is about another product.',
      'Insults someone.',
      "Shares someone's personal data.",
      'Is copied from somewhere else.',
    ],
  },
  comment: { path: '/admin/comments', title: 'Comments', noun: 'comment', label: 'Comment', reasons: [] },
  change_log: {
    path: '/admin/change-logs',
    title: 'Change Reports',
    noun: 'change report',
    label: 'Change report',
    reasonShownIn: 'The reporter sees this in My Change Reports.',
    reasons: [
      'Could not be confirmed.',
      'Needs a source. Please report it again with a link.',
      'Is already on record.',
      'Is not a change to price, terms or limits.',
      'Is about another product.',
    ],
  },
} as const satisfies Record<string, Queue>

export type Kind = keyof typeof QUEUES
export const KINDS = Object.keys(QUEUES) as Kind[]

export const queueOf = (kind: Kind): Queue => QUEUES[kind]

/** Error title when a decision could not be saved (spec §8). */
export const verdictFailure = (kind: Kind) => `Failed to moderate ${queueOf(kind).noun}`

/** The parameters of a queue: its tab, pending items by default, and the page of it. */
const search = defineSearch({
  status: {
    default: 'PENDING',
    parse: (text: string) => MODERATION_STATUSES.find((status) => status === text.toUpperCase()),
    format: (status: TabStatus) => status.toLowerCase(),
  } as Param<TabStatus>,
  page: pageParam,
})

export const parseQueueSearch = (url: string | URL) => search.parse(new URL(url).searchParams)

export function queuePath(kind: Kind, status: TabStatus = 'PENDING', page = 1) {
  return search.path(QUEUES[kind].path, { status, page })
}

export const itemPath = (kind: Kind, id: string) => `${QUEUES[kind].path}/${id}`

/** The element id of an item, which links and redirects lead to. */
export const itemAnchor = (id: string) => `item-${id}`
