import type { ModerationStatus } from '~/db/schema'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { ReviewDifference, TextPart } from './text-difference.server'

type TextDifferenceProps = { difference: ReviewDifference; item: { kind: Kind; status: ModerationStatus } }

/** What an author changes in a review, word by word. Screen readers announce each change, which is not only a color. */
export function TextDifference({ difference: { rating, title, body }, item }: TextDifferenceProps) {
  return (
    <section className="text-difference" aria-labelledby="difference">
      <h3 id="difference">{headingOf(item)}</h3>
      <dl>
        <div>
          <dt>Rating</dt>
          <dd>
            {rating ? (
              <Parts
                parts={[
                  { text: `${rating.before} of 5`, change: 'removed' },
                  { text: ' ' },
                  { text: `${rating.after} of 5`, change: 'added' },
                ]}
              />
            ) : (
              'Unchanged'
            )}
          </dd>
        </div>
        <Row term="Title" parts={title} />
        <Row term="Review" parts={body} />
      </dl>
    </section>
  )
}

function headingOf({ kind, status }: TextDifferenceProps['item']) {
  if (kind === 'review') return 'What changed since the last decision'
  return status === 'APPROVED' ? 'What it changed' : 'What it would change'
}

function Row({ term, parts }: { term: string; parts: TextPart[] }) {
  const isChanged = parts.some(({ change }) => change !== undefined)
  return (
    <div>
      <dt>{term}</dt>
      {isChanged ? (
        <dd dir="auto" className="whitespace-pre-line">
          <Parts parts={parts} />
        </dd>
      ) : (
        <dd>Unchanged</dd>
      )}
    </div>
  )
}

function Parts({ parts }: { parts: TextPart[] }) {
  return withOffsets(parts).map(({ at, text, change }) => {
    if (change === 'removed') {
      return (
        <del key={at}>
          <span className="sr-only"> removed: </span>
          {text}
        </del>
      )
    }
    if (change === 'added') {
      return (
        <ins key={at}>
          <span className="sr-only"> added: </span>
          {text}
        </ins>
      )
    }
    return <span key={at}>{text}</span>
  })
}

/** Each part with its offset, which is its key. */
function withOffsets(parts: TextPart[]) {
  let end = 0
  return parts.map((part) => {
    const at = end
    end += part.text.length
    return { ...part, at }
  })
}
