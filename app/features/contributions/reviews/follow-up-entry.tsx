import type { ShownAnswer } from '~/features/contributions/answers/vendor-answer'
import { VendorAnswerEntry } from '~/features/contributions/answers/vendor-answer-entry'
import { Stars } from '~/ui/stars'
import { Thread, ThreadEntry } from '~/ui/thread'
import { answerTitle } from './follow-up'
import type { ShownFollowUp } from './follow-ups.server'

/** An answer to "Still using it?" below its review. */
export function FollowUpEntry({ entry: { id, answer, rating, body, created_at, counts } }: { entry: ShownFollowUp }) {
  return (
    <ThreadEntry
      id={`answer-${id}`}
      date={created_at}
      title={answerTitle(answer)}
      aside={
        <>
          <Stars value={rating} small />
          {counts ? (
            <small className="text-caption font-book text-subtle-foreground">this rating counts now</small>
          ) : null}
        </>
      }
    >
      {body ? (
        <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground">
          {body}
        </p>
      ) : null}
    </ThreadEntry>
  )
}

type FollowUpsProps = { entries: ShownFollowUp[]; answer?: ShownAnswer | null }

/** What followed below a review, oldest first: the answers of its author and that of the vendor. */
export function FollowUps({ entries, answer = null }: FollowUpsProps) {
  if (entries.length === 0 && !answer) return null
  // Of one day, the words of the author come first.
  const isBefore = ({ created_at }: ShownFollowUp) => !answer || created_at.slice(0, 10) <= answer.on
  return (
    <Thread label="What followed">
      {entries.filter(isBefore).map(toEntry)}
      {answer ? <VendorAnswerEntry answer={answer} /> : null}
      {entries.filter((entry) => !isBefore(entry)).map(toEntry)}
    </Thread>
  )
}

const toEntry = (entry: ShownFollowUp) => <FollowUpEntry key={entry.id} entry={entry} />
