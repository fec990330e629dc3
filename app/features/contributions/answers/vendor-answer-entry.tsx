import { ThreadEntry } from '~/ui/thread'
import type { ShownAnswer } from './vendor-answer'

/** The answer of a vendor below what it answers. */
export function VendorAnswerEntry({ answer: { body, on, vendor } }: { answer: ShownAnswer }) {
  return (
    <ThreadEntry
      date={on}
      title={
        <span>
          {'Answer by '}
          <bdi>{vendor}</bdi>
        </span>
      }
    >
      <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground">
        {body}
      </p>
    </ThreadEntry>
  )
}
