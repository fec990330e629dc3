import type { ReactNode } from 'react'
import { type Decided, DecisionNote } from '~/features/contributions/decisions/decision-note'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'

type OwnContributionProps = {
  /** "Your review". */
  label: string
  contribution: Decided
  /** A further action, such as a link to edit it. */
  action?: ReactNode
  children: ReactNode
}

/** A contribution that only its author can see, with its moderation status and what staff said about it. */
export function OwnContribution({ label, contribution, action, children }: OwnContributionProps) {
  return (
    <article className="grid gap-3 rounded-md border border-dashed border-border-strong p-5 md:px-6" aria-label={label}>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-small">
        <ModerationBadge status={contribution.status} />
        <b>{label}</b>
        <span className="text-muted-foreground">Only you can see this.</span>
        {action}
      </div>
      {children}
      <DecisionNote {...contribution} />
    </article>
  )
}
