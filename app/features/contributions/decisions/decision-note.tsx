import type { ReactNode } from 'react'
import type { ModerationStatus, RejectionReason } from '~/db/schema'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
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
      <Reason tone="ask" icon="corner-up-left">
        <b className="font-bold">
          {moderated_at ? `Requested on ${formatDay(new Date(moderated_at))}:` : 'Requested:'}
        </b>{' '}
        {note}
      </Reason>
    )
  }
  if (!note && !rejection_reason) return null
  return (
    <Reason tone="rejected" icon="circle-alert">
      {rejection_reason ? <b className="font-bold">{REJECTION_REASON_LABELS[rejection_reason]}.</b> : 'Not published:'}{' '}
      {note}
    </Reason>
  )
}

const TONES = {
  ask: 'bg-accent-soft text-accent-soft-foreground',
  rejected: 'bg-destructive-soft text-destructive-soft-foreground',
}

function Reason({ tone, icon, children }: { tone: keyof typeof TONES; icon: IconName; children: ReactNode }) {
  return (
    <p
      className={classes(
        'grid max-w-160 grid-cols-[auto_1fr] gap-2 rounded-sm px-3 py-2.5 text-small leading-5',
        TONES[tone],
      )}
    >
      <Icon name={icon} className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  )
}
