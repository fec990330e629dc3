import { Link } from '@remix-run/react'
import { OwnContribution } from '~/features/contributions/members/own-contribution'
import { FollowUpEntry } from '~/features/contributions/reviews/follow-up-entry'
import type { findFollowUpAnswer } from '~/features/contributions/reviews/questions.server'
import { Notice } from '~/ui/notice'
import { Thread } from '~/ui/thread'

type Answer = NonNullable<Awaited<ReturnType<typeof findFollowUpAnswer>>>

/** What was answered; it can be edited until it is public. */
export function OwnAnswer({ id, answer, canEdit }: { id: string; answer: Answer; canEdit: boolean }) {
  const entry = { ...answer, created_at: answer.created_at.toISOString(), counts: false }
  const text = (
    <Thread label="Your answer">
      <FollowUpEntry entry={entry} />
    </Thread>
  )
  if (answer.status === 'APPROVED') {
    return (
      <>
        <Notice tone="ok" title="You answered" text="Your answer is published." />
        {text}
      </>
    )
  }
  return (
    <OwnContribution
      label="Your answer"
      contribution={answer}
      action={
        canEdit ? (
          <Link className="link" to={`/still/${id}?edit=1`}>
            {answer.status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
            <span className="sr-only"> your answer</span>
          </Link>
        ) : null
      }
    >
      {text}
    </OwnContribution>
  )
}
