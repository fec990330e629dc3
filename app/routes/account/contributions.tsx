import type { ReactNode } from 'react'
import type { listContributions } from '~/features/people/accounts/contributions.server'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { pluralize } from '~/ui/pluralize'
import { ContributionItem, type Entry } from './contribution-item'

type Lists = Awaited<ReturnType<typeof listContributions>>

type ContributionsProps = Pick<Lists, 'reviews' | 'changeReports' | 'comments'> & {
  isOwn: boolean
  canEdit: boolean
}

/** Reviews, change reports and comments of one member, each with its moderation status. */
export function Contributions({ reviews, changeReports, comments, isOwn, canEdit }: ContributionsProps) {
  const my = isOwn ? 'My ' : ''
  return (
    <>
      <Section
        id="reviews"
        heading={`${my}Reviews`}
        noun="review"
        entries={reviews}
        hint={canEdit ? HINTS.review : undefined}
      >
        {(review) => (
          <ContributionItem
            entry={review}
            title={review.title}
            body={review.body}
            rating={review.rating}
            canEdit={canEdit}
            tab=""
            form="#review-form"
          />
        )}
      </Section>
      <Section
        id="reports"
        heading={`${my}Change Reports`}
        noun="change report"
        entries={changeReports}
        hint={canEdit ? HINTS.report : undefined}
      >
        {(report) => (
          <ContributionItem
            entry={report}
            title={report.title}
            body={report.description}
            canEdit={canEdit}
            tab="/changes"
            form={`?edit=${report.id}#report`}
          />
        )}
      </Section>
      <Section
        id="comments"
        heading={`${my}Comments`}
        noun="comment"
        entries={comments}
        hint={canEdit ? HINTS.comment : undefined}
      >
        {(comment) => (
          <ContributionItem
            entry={comment}
            body={comment.body}
            canEdit={canEdit}
            tab="/comments"
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
  /** Shown when there are no entries and the member can write. */
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
