import { specOf } from '~/features/staff/moderation/kinds'
import type { OwnContribution } from '~/features/staff/moderation/own-contributions.server'
import { describePlace, roundUpTime } from '~/features/staff/moderation/waiting-time'
import { Icon } from '~/ui/icon'

type PlaceInQueueProps = {
  contribution: Pick<OwnContribution, 'kind' | 'before' | 'is_being_read'>
  /** Seconds; undefined while there are too few decisions to tell. */
  usualTime: number | undefined
}

/** How many items of its kind are before a waiting one, and how long it usually takes. Never who reads it. */
export function PlaceInQueue({ contribution: { kind, before, is_being_read }, usualTime }: PlaceInQueueProps) {
  // A proof that is decided with its review has no place of its own.
  const place = before === null ? 'with your review' : describePlace(before)
  return (
    <p className="place">
      <Icon name={is_being_read ? 'eye' : 'clock'} />
      <span>
        <b>{is_being_read ? 'Being read now.' : `Waiting, ${place}.`}</b>
        {usualTime === undefined
          ? null
          : ` ${specOf(kind).label}s are usually decided within ${roundUpTime(usualTime)}.`}
      </span>
    </p>
  )
}
