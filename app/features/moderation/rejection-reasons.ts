import type { RejectionReason } from '~/db/schema'

/** Why something is not published. The same words stand in the queue, on the guidelines and in the list of decisions. */
export const REASON_LABELS: Record<RejectionReason, string> = {
  SPAM: 'Spam',
  NOT_ABOUT_PRODUCT: 'Not about the product',
  CONFLICT_OF_INTEREST: 'Conflict of interest',
  ABUSIVE: 'Abusive',
  PRIVATE_DATA: 'Private data',
  NO_EVIDENCE: 'No evidence',
  DUPLICATE: 'Duplicate',
  OTHER: 'Other',
}

/** In the order in which they are listed. */
export const REJECTION_REASONS = Object.keys(REASON_LABELS) as RejectionReason[]
