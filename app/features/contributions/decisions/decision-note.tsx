import type { ModerationStatus, RejectionReason } from '~/db/schema'
import { Icon } from '~/ui/icon'
import { formatDay } from '~/ui/local-date'
import { REJECTION_REASON_LABELS } from './rejection-reasons'

/** What staff said about a contribution. Comments have neither a reason nor a note. */
export type Decided = {
  status: ModerationStatus
  rejection_reason?: RejectionReason | null
  moderation_reason?: string | null
  moderated_at?: Date | string | null
}

/** The reason why something was not published, or the change that is asked for. */
export function DecisionNote({ status, rejection_reason, moderation_reason, moderated_at }: Decided) {
  const note = moderation_reason ? <bdi>{moderation_reason}</bdi> : null
  if (status === 'CHANGES_REQUESTED') {
    return (
      <p className="reason reason--ask">
        <Icon name="corner-up-left" />
        <span>
          <b>{moderated_at ? `Asked on ${formatDay(new Date(moderated_at))}:` : 'Asked:'}</b> {note}
        </span>
      </p>
    )
  }
  if (!note && !rejection_reason) return null
  return (
    <p className="reason">
      <Icon name="circle-alert" />
      <span>
        {rejection_reason ? <b>{REJECTION_REASON_LABELS[rejection_reason]}.</b> : 'Not published:'} {note}
      </span>
    </p>
  )
}
