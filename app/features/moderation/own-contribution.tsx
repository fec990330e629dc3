import type { ReactNode } from 'react'
import type { ModerationStatus } from '~/db/schema'
import { ModerationBadge } from './moderation-badge'
import { RejectionReason } from './rejection-reason'

type OwnContributionProps = {
  /** "Your review". */
  label: string
  status: ModerationStatus
  reason?: string | null
  /** A further action, such as a link to edit it. */
  action?: ReactNode
  children: ReactNode
}

/** A contribution that only its author can see, with its moderation status and the rejection reason. */
export function OwnContribution({ label, status, reason, action, children }: OwnContributionProps) {
  return (
    <article className="own-contribution" aria-label={label}>
      <div className="own-contribution__head">
        <ModerationBadge status={status} />
        <b>{label}</b>
        <span className="muted">Only you can see this.</span>
        {action}
      </div>
      {children}
      <RejectionReason reason={reason} />
    </article>
  )
}
