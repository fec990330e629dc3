import type { ModerationStatus } from '~/db/schema'
import { Badge, type BadgeTone } from '~/ui/badge'
import { MODERATION_STATUS_LABELS } from './moderation-status'

const TONES: Record<ModerationStatus, BadgeTone> = {
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CHANGES_REQUESTED: 'change',
}

export function ModerationBadge({ status }: { status: ModerationStatus }) {
  return <Badge tone={TONES[status]}>{MODERATION_STATUS_LABELS[status]}</Badge>
}
