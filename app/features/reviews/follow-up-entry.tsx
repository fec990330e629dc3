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
          {counts ? <small>this rating counts now</small> : null}
        </>
      }
    >
      {body ? (
        <p dir="auto" className="whitespace-pre-line">
          {body}
        </p>
      ) : null}
    </ThreadEntry>
  )
}

/** What its author answered since, below a review. */
export function FollowUps({ entries }: { entries: ShownFollowUp[] }) {
  if (entries.length === 0) return null
  return (
    <Thread label="What followed">
      {entries.map((entry) => (
        <FollowUpEntry key={entry.id} entry={entry} />
      ))}
    </Thread>
  )
}
