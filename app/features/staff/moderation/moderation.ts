import type { ModerationStatus } from '~/db/schema'

/** The tabs of a view of one kind. Items that were sent back have none: they wait for their author, not for staff. */
export const MODERATION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]

export type TabStatus = (typeof MODERATION_STATUSES)[number]

/** Why staff cannot decide on an item. */
export const OWN_CONTRIBUTION = 'This is about your own contribution. Someone else must decide on it.'
