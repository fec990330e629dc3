/** The columns of a review or change report that its author sent in again: it waits like a new one. */
export const RESUBMITTED = {
  status: 'PENDING',
  rejection_reason: null,
  moderation_reason: null,
  moderated_by: null,
  moderated_at: null,
} as const
