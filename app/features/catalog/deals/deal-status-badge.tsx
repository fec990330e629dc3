import { Badge, type BadgeTone } from '~/ui/badge'
import { DEAL_STATUS_LABELS, type DealSummary, isUnchecked, type ShownStatus } from './deal'

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

/** The badge, and whether the deal is open without ever having been confirmed. */
export function DealState({ deal }: { deal: Pick<DealSummary, 'shown_status' | 'confirmed_on'> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <DealStatusBadge status={deal.shown_status} />
      {isUnchecked(deal) ? <span>not checked</span> : null}
    </span>
  )
}
