import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ModerationStatus } from '~/db/schema'
import { ModerationBadge } from '~/features/moderation/moderation-badge'
import { RejectionReason } from '~/features/moderation/rejection-reason'
import { counted } from '~/ui/counted'
import { EmptyState } from '~/ui/empty-state'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'

type Entry = { id: string; status: ModerationStatus; created_at: Date; deal: string; slug: string; published: boolean }
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
export function WrittenByPerson({ reviews, changeReports, comments, isOwn, mayEdit }: WrittenByPersonProps) {
  const my = isOwn ? 'My ' : ''
  return (
    <>
      <Section id="reviews" heading={`${my}Reviews`} noun="review" entries={reviews}>
        {(review) => (
          <Item
            entry={review}
            title={review.title}
            body={review.body}
            rating={review.rating}
            mayEdit={mayEdit}
            place=""
            form="#record"
          />
        )}
      </Section>
      <Section id="reports" heading={`${my}Change Reports`} noun="change report" entries={changeReports}>
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
      <Section id="comments" heading={`${my}Comments`} noun="comment" entries={comments}>
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
  children: (e: Kind) => ReactNode
}

function Section<Kind extends Entry>({ id, heading, noun, entries, children }: SectionProps<Kind>) {
  return (
    <section aria-labelledby={id}>
      <div className="sec-head sec-head--plain">
        <h2 id={id}>{heading}</h2>
        <span className="muted small">{counted(entries.length, noun)}</span>
      </div>
      {entries.length > 0 ? (
        <ul className="mine">
          {entries.map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
        </ul>
      ) : (
        <EmptyState icon="message-square-dashed" title={`No ${noun}s yet`} />
      )}
    </section>
  )
}

type ItemProps = {
  entry: Entry & { moderation_reason?: string | null }
  title?: string
  body: string
  rating?: number
  mayEdit: boolean
  /** The tab of the deal page where it stands, and there its form. */
  place: '' | '/changes' | '/comments'
  form: string
}

function Item({ entry, title, body, rating, mayEdit, place, form }: ItemProps) {
  const { status, created_at, deal, slug, published, moderation_reason } = entry
  return (
    <>
      <div className="mine__top">
        <ModerationBadge status={status} />
        {rating ? <Stars value={rating} small /> : null}
        {published ? (
          <Link className="link" to={`/deals/${slug}${place}`}>
            <bdi>{deal}</bdi>
          </Link>
        ) : (
          <bdi>{deal}</bdi>
        )}
        <LocalDate value={created_at} />
      </div>
      {title ? <h3 dir="auto">{title}</h3> : null}
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      <RejectionReason reason={moderation_reason} />
      {status === 'REJECTED' && mayEdit && published ? (
        <p>
          <Link className="link" to={`/deals/${slug}${place}${form}`}>
            Edit and resubmit
            <span className="sr-only">: {title ?? deal}</span>
          </Link>
        </p>
      ) : null}
    </>
  )
}
