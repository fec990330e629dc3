import type { ReactNode } from 'react'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { pluralize } from '~/ui/pluralize'
import { type Entry, Item } from './item'

type Review = Entry & { rating: number; title: string; body: string; moderation_reason: string | null }
type ChangeReport = Entry & { title: string; description: string; moderation_reason: string | null }
type Comment = Entry & { body: string }

type WrittenByPersonProps = {
  reviews: Review[]
  changeReports: ChangeReport[]
  comments: Comment[]
  isOwn: boolean
  mayEdit: boolean
}

/** Reviews, change reports and comments of one person, each with what became of it. */
export function Contributions({ reviews, changeReports, comments, isOwn, mayEdit }: WrittenByPersonProps) {
  const my = isOwn ? 'My ' : ''
  return (
    <>
      <Section
        id="reviews"
        heading={`${my}Reviews`}
        noun="review"
        entries={reviews}
        hint={mayEdit ? HINTS.review : undefined}
      >
        {(review) => (
          <Item
            entry={review}
            title={review.title}
            body={review.body}
            rating={review.rating}
            mayEdit={mayEdit}
            place=""
            form="#review-form"
          />
        )}
      </Section>
      <Section
        id="reports"
        heading={`${my}Change Reports`}
        noun="change report"
        entries={changeReports}
        hint={mayEdit ? HINTS.report : undefined}
      >
        {(report) => (
          <Item
            entry={report}
            title={report.title}
            body={report.description}
            mayEdit={mayEdit}
            place="/changes"
            form={`?edit=${report.id}#report`}
          />
        )}
      </Section>
      <Section
        id="comments"
        heading={`${my}Comments`}
        noun="comment"
        entries={comments}
        hint={mayEdit ? HINTS.comment : undefined}
      >
        {(comment) => (
          <Item
            entry={comment}
            body={comment.body}
            mayEdit={mayEdit}
            place="/comments"
            form={`?edit=${comment.id}#comment`}
          />
        )}
      </Section>
    </>
  )
}

type SectionProps<Kind> = {
  id: string
  heading: string
  noun: string
  entries: Kind[]
  /** How to begin, for somebody who has nothing here yet and may write. */
  hint: { text: string; action: string } | undefined
  children: (e: Kind) => ReactNode
}

const HINTS = {
  review: { text: 'Rate what you bought and earn karma.', action: 'Find a deal to review' },
  report: { text: 'Tell us what changed since you bought, and see it verified.', action: 'Find a deal to report on' },
  comment: { text: 'Ask an owner, or help someone deciding.', action: 'Find a deal to discuss' },
}

function Section<Kind extends Entry>({ id, heading, noun, entries, hint, children }: SectionProps<Kind>) {
  return (
    <section aria-labelledby={id}>
      <div className="section-head section-head--plain">
        <h2 id={id}>{heading}</h2>
        <span className="muted small">{pluralize(entries.length, noun)}</span>
      </div>
      {entries.length > 0 ? (
        <ul className="contributions">
          {entries.map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
        </ul>
      ) : (
        <EmptyState icon="message-square-dashed" title={`No ${noun}s yet`} text={hint?.text}>
          {hint ? (
            <ButtonLink to="/deals" tone="secondary">
              {hint.action}
            </ButtonLink>
          ) : null}
        </EmptyState>
      )}
    </section>
  )
}
