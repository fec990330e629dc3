import type { ModerationStatus } from '~/db/schema'
import type { BadgeTone } from '~/ui/badge'

export const QUEUE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]
export const QUEUE_STATUS_LABELS: Record<ModerationStatus, string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
}
export const STATUS_TONES: Record<ModerationStatus, BadgeTone> = {
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
}

export const ITEMS_PER_PAGE = 20
/** Free text of a reason. With a ready-made one before it, it still fits the column. */
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

/** What people write and staff decide on; each kind has its own queue. */
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

/** What staff are told when a decision could not be taken (spec §8). */
export const verdictFailure = (kind: Kind) => `Failed to moderate ${queueOf(kind).noun}`

/** The tab that an address asks for; anything unknown is what waits. */
export function parseStatus(url: string | URL): ModerationStatus {
  const asked = new URL(url).searchParams.get('status')?.toUpperCase()
  return QUEUE_STATUSES.find((status) => status === asked) ?? 'PENDING'
}

export function queuePath(kind: Kind, status: ModerationStatus = 'PENDING', page = 1) {
  const params = new URLSearchParams()
  if (status !== 'PENDING') params.set('status', status.toLowerCase())
  if (page > 1) params.set('page', String(page))
  return QUEUES[kind].path + (params.size > 0 ? `?${params}` : '')
}

export const itemPath = (kind: Kind, id: string) => `${QUEUES[kind].path}/${id}`
