import type { ModerationStatus, RejectionReason } from '~/db/schema'

/** The tabs of the queues of one kind. What was sent back to its author waits for nobody on the staff and has none. */
export const MODERATION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies ModerationStatus[]

export type TabStatus = (typeof MODERATION_STATUSES)[number]

export const MODERATION_STATUS_LABELS: Record<ModerationStatus, string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CHANGES_REQUESTED: 'Change asked for',
}

/** Why something is rejected, in the order of the list that staff choose from. Published without names. */
export const REJECTION_REASONS = [
  'SPAM',
  'NOT_ABOUT_PRODUCT',
  'CONFLICT_OF_INTEREST',
  'ABUSIVE',
  'PRIVATE_DATA',
  'NO_EVIDENCE',
  'DUPLICATE',
  'OTHER',
] as const satisfies RejectionReason[]

export const REJECTION_REASON_LABELS: Record<RejectionReason, string> = {
  SPAM: 'Spam',
  NOT_ABOUT_PRODUCT: 'Not about the product',
  CONFLICT_OF_INTEREST: 'Conflict of interest',
  ABUSIVE: 'Abusive',
  PRIVATE_DATA: 'Private data',
  NO_EVIDENCE: 'No evidence',
  DUPLICATE: 'Duplicate',
  OTHER: 'Other',
}
