import type { RejectionReason } from '~/db/schema'

/** Why something is rejected, published without names. The keys 1 to 8 choose them in this order. */
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

/** Maximum length of a note to the author. */
export const NOTE_MAX = 500
