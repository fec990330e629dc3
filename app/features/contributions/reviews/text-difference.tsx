import type { ModerationStatus } from '~/db/schema'
import type { ReviewDifference, TextPart } from './text-difference.server'

type TextDifferenceProps = {
  difference: ReviewDifference
  item: { status: ModerationStatus; earlier?: { status: ModerationStatus } }
}

/** What an author changes in a review, word by word. Screen readers announce each change, which is not only a color. */
export function TextDifference({ difference: { rating, title, body }, item }: TextDifferenceProps) {
  return (
    <section className="grid gap-2" aria-labelledby="difference">
      <h3 id="difference">{headingOf(item)}</h3>
      <dl className="grid gap-2.5">
        <div>
          <Term>Rating</Term>
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

function headingOf({ status, earlier }: TextDifferenceProps['item']) {
  if (earlier?.status !== 'APPROVED') return 'What changed since the last decision'
  return status === 'APPROVED' ? 'What it changed' : 'What it would change'
}

function Row({ term, parts }: { term: string; parts: TextPart[] }) {
  const isChanged = parts.some(({ change }) => change !== undefined)
  return (
    <div>
      <Term>{term}</Term>
      {isChanged ? (
        <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
          <Parts parts={parts} />
        </dd>
      ) : (
        <dd>Unchanged</dd>
      )}
    </div>
  )
}

function Term({ children }: { children: string }) {
  return <dt className="text-caption text-muted-foreground">{children}</dt>
}

function Parts({ parts }: { parts: TextPart[] }) {
  return withOffsets(parts).map(({ at, text, change }) => {
    if (change === 'removed') {
      return (
        <del key={at} className="text-muted-foreground decoration-destructive-ink">
          <span className="sr-only"> removed: </span>
          {text}
        </del>
      )
    }
    if (change === 'added') {
      return (
        <ins key={at} className="font-bold [del+&]:ms-1">
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
