import { Form, Link } from '@remix-run/react'
import { DecisionNote } from '~/features/contributions/decisions/decision-note'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { describeQueuePosition, roundTime, roundUpTime } from '~/features/contributions/decisions/waiting-time'
import { editPath, tabPath } from '~/features/contributions/kinds/contribution-paths'
import { specOf } from '~/features/contributions/kinds/kinds'
import { describeOwnership } from '~/features/contributions/reviews/follow-up'
import { ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'
import { ContributionHead, ContributionText } from './contribution-list'
import type { ListedContribution } from './own-contributions.server'

type ContributionEntryProps = {
  contribution: ListedContribution
  /** Seconds to a decision on its kind; undefined while there are too few of them to tell. */
  usualTime?: number
  canWrite: boolean
  /** In a list of one kind: without its kind, queue position and buttons. */
  compact?: boolean
}

/** One contribution: its status, and what its author can do with it. */
export function ContributionEntry({ contribution, usualTime, canWrite, compact = false }: ContributionEntryProps) {
  const { kind, title, body, rating, status, created_at, deal, slug, published, ownership, is_edit } = contribution
  const name = title ?? deal ?? ''
  return (
    <>
      <ContributionHead>
        <ModerationBadge status={status} />
        {compact ? null : <span>{is_edit ? 'Edited review' : specOf(kind).label}</span>}
        {rating ? <Stars value={rating} small /> : null}
        {published ? (
          <Link className="link inline-flex min-h-6 items-center" to={tabPath(kind, slug!)} discover="none">
            <bdi>{deal}</bdi>
          </Link>
        ) : (
          <bdi>{deal}</bdi>
        )}
        {compact ? <LocalDate value={created_at} /> : <ContributionDate contribution={contribution} />}
        {ownership && !compact ? <span>{describeOwnership(ownership)}</span> : null}
      </ContributionHead>
      {title ? <h3 dir="auto">{title}</h3> : null}
      {body ? <ContributionText>{body}</ContributionText> : null}
      {is_edit && (status === 'PENDING' || status === 'CHANGES_REQUESTED') ? (
        <p className="text-small text-muted-foreground">Readers see the earlier text.</p>
      ) : null}
      {status === 'PENDING' && !compact ? <QueuePosition contribution={contribution} usualTime={usualTime} /> : null}
      <DecisionNote {...contribution} />
      {canWrite ? <EntryActions contribution={contribution} name={name} compact={compact} /> : null}
    </>
  )
}

function ContributionDate({ contribution }: { contribution: ListedContribution }) {
  const { status, created_at, moderated_at, decided_after } = contribution
  if (status === 'PENDING') return <LocalDate value={created_at} />
  if (status === 'CHANGES_REQUESTED' || !moderated_at) {
    return (
      <span>
        Sent <LocalDate value={created_at} />
      </span>
    )
  }
  return (
    <span>
      Decided <LocalDate value={moderated_at} />
      {decided_after === null ? null : `, after ${roundTime(decided_after)}`}
    </span>
  )
}

type QueuePositionProps = { contribution: ListedContribution; usualTime: number | undefined }

/** How many items of its kind are before a waiting one, and how long it usually takes. Never who reads it. */
function QueuePosition({ contribution: { kind, before, is_being_read }, usualTime }: QueuePositionProps) {
  // A proof that is decided together with its review has no position in the queue.
  const position = before === null ? 'with your review' : describeQueuePosition(before)
  return (
    <p className="grid max-w-160 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 gap-y-1 rounded-sm bg-muted px-3 py-2.5 text-small leading-5 text-muted-foreground">
      <Icon name={is_being_read ? 'eye' : 'clock'} className="mt-0.5 size-4" />
      <span>
        <b className="font-bold text-foreground">{is_being_read ? 'Being read now.' : `Waiting, ${position}.`}</b>
        {usualTime === undefined
          ? null
          : ` ${specOf(kind).label}s are usually decided within ${roundUpTime(usualTime)}.`}
      </span>
    </p>
  )
}

type EntryActionsProps = { contribution: ListedContribution; name: string; compact: boolean }

/** What is being read now is left alone; what is approved stays. */
function EntryActions({ contribution, name, compact }: EntryActionsProps) {
  const { kind, id, status, slug, published, is_being_read } = contribution
  const form = published ? editPath(kind, slug!, id) : undefined
  const isSentBack = status !== 'PENDING'
  if (status === 'APPROVED') return null
  if (compact) {
    return form ? (
      <p className="text-control">
        <Link className="link" to={form} discover="none">
          {isSentBack ? 'Edit and resubmit' : 'Edit'}
          <span className="sr-only">: {name}</span>
        </Link>
      </p>
    ) : null
  }
  if (is_being_read) return null
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {form ? (
        <ButtonLink
          to={form}
          tone={status === 'CHANGES_REQUESTED' ? 'primary' : 'secondary'}
          size="sm"
          icon={isSentBack ? 'pencil' : undefined}
        >
          {isSentBack ? 'Edit and resubmit' : 'Edit'}
          <span className="sr-only">: {name}</span>
        </ButtonLink>
      ) : null}
      {status === 'REJECTED' ? null : <TakeBackForm contribution={contribution} name={name} />}
    </div>
  )
}

function TakeBackForm({
  contribution: { kind, id, is_edit },
  name,
}: {
  contribution: ListedContribution
  name: string
}) {
  const noun = is_edit ? 'edited review' : specOf(kind).noun
  return (
    <Form method="post">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <ConfirmButton
        label="Take back"
        about={name}
        tone="ghost"
        size="sm"
        heading={`Take back your ${noun}?`}
        text="It will be deleted and not reviewed. This cannot be undone."
        confirm="Take back"
        name="intent"
        value="withdraw"
      />
    </Form>
  )
}
