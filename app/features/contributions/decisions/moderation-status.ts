import type { ModerationStatus } from '~/db/schema'

export const MODERATION_STATUS_LABELS: Record<ModerationStatus, string> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CHANGES_REQUESTED: 'Changes requested',
}
