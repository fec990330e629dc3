import { Badge, type BadgeTone } from '~/ui/badge'
import { DEAL_STATUS_LABELS, type ShownStatus } from './deal'

const TONES: Record<ShownStatus, BadgeTone> = {
  ACTIVE: 'active',
  ENDING_SOON: 'ending',
  EXPIRED: 'expired',
  UPCOMING: 'upcoming',
  UNCONFIRMED: 'unconfirmed',
}

export function DealStatusBadge({ status }: { status: ShownStatus }) {
  return <Badge tone={TONES[status]}>{DEAL_STATUS_LABELS[status]}</Badge>
}
