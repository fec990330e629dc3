import type { DealStatus } from '~/db/schema'
import { Badge, type BadgeTone } from '~/ui/badge'
import { DEAL_STATUS_LABELS } from './deal'

const TONES: Record<DealStatus, BadgeTone> = {
  ACTIVE: 'active',
  ENDING_SOON: 'ending',
  EXPIRED: 'expired',
  UPCOMING: 'upcoming',
}

export function DealStatusBadge({ status }: { status: DealStatus }) {
  return <Badge tone={TONES[status]}>{DEAL_STATUS_LABELS[status]}</Badge>
}
