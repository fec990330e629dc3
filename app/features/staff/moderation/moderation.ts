import type { ModerationStatus } from '~/db/schema'

/** The tabs of the queues of one kind. What was sent back to its author waits for nobody on the staff and has none. */
export const MODERATION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]

export type TabStatus = (typeof MODERATION_STATUSES)[number]

export const MODERATION_STATUS_LABELS: Record<ModerationStatus, string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CHANGES_REQUESTED: 'Change asked for',
}

/** Why staff cannot decide on an item. */
export const OWN_CONTRIBUTION = 'This is about your own contribution. Someone else must decide on it.'
