import type { ModerationStatus } from '~/db/schema'

export const QUEUE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]

/** What people write and staff decide on; each kind has its own queue. */
export const QUEUES = {
  review: { path: '/admin/reviews', noun: 'review', title: 'Reviews', needsReason: true },
  comment: { path: '/admin/comments', noun: 'comment', title: 'Comments', needsReason: false },
  change_log: { path: '/admin/change-logs', noun: 'change report', title: 'Change Logs', needsReason: true },
} as const

export type Kind = keyof typeof QUEUES
export const KINDS = Object.keys(QUEUES) as Kind[]
