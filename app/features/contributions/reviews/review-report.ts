import type { ReportReason } from '~/db/schema'

/** What can be wrong with a review, in the order of the form. */
export const REPORT_REASONS = [
  'SPAM',
  'NOT_ABOUT_PRODUCT',
  'CONFLICT_OF_INTEREST',
  'ABUSIVE',
  'PRIVATE_DATA',
  'OTHER',
] as const satisfies ReportReason[]

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  SPAM: 'Spam',
  NOT_ABOUT_PRODUCT: 'Not about this product',
  CONFLICT_OF_INTEREST: 'Conflict of interest',
  ABUSIVE: 'Abusive',
  PRIVATE_DATA: 'Private data',
  OTHER: 'Something else',
}

export const REPORT_REASON_HINTS: Partial<Record<ReportReason, string>> = {
  SPAM: 'Advertising, referral codes, copied text.',
  CONFLICT_OF_INTEREST: 'The author works for the vendor or a competitor.',
  PRIVATE_DATA: 'Names, addresses or numbers of other people.',
  OTHER: 'Say what in the field below.',
}

/** Maximum length of what a reader adds to the reason. */
export const REPORT_TEXT_MAX = 500

export const SIGN_IN_TO_REPORT_REVIEW = 'Please sign in to report a review'

export const reportPath = (slug: string, reviewId: string) => `/deals/${slug}/report/${reviewId}`
