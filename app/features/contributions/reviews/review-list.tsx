import type { ReactNode } from 'react'
import type { ShownAnswer } from '~/features/contributions/answers/vendor-answer'
import { type Author, Byline } from '~/ui/byline'
import { classes } from '~/ui/classes'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'
import { describeOwnership, type Ownership } from './follow-up'
import { FollowUps } from './follow-up-entry'
import type { ShownFollowUp } from './follow-ups.server'
import { LabelList } from './label-list'
import type { OwnClaim, PurchaseFacts } from './review-labels'

/** A pending edit has no facts. */
type Review = (PurchaseFacts | { connection?: undefined }) &
  Partial<Ownership> & {
    id: string
    rating: number
    title: string
    body: string
    created_at: Date | string
    /** When an edit replaced an earlier text. */
    edited_at?: Date | string | null
    /** Answers to "Still using it?", oldest first. */
    follow_ups?: ShownFollowUp[]
    answer?: ShownAnswer | null
    is_own?: boolean
  } & Partial<Author>

type ReviewListProps<Listed extends Review> = {
  reviews: Listed[]
  /** What readers can do with each. */
  footOf: (review: Listed) => ReactNode
  /** For the author of one of them. */
  own?: OwnClaim
}

export function ReviewList<Listed extends Review>({ reviews, footOf, own }: ReviewListProps<Listed>) {
  return (
    <div className="grid">
      {reviews.map((review) => (
        <ReviewText key={review.id} review={review} foot={footOf(review)} own={review.is_own ? own : undefined} />
      ))}
    </div>
  )
}

type ReviewTextProps = {
  review: Review
  /** Below the title, such as the reviewed deal. */
  children?: ReactNode
  foot?: ReactNode
  /** Without the line above, where a frame is around it. */
  isFramed?: boolean
  /** For its author. */
  own?: OwnClaim
}

export function ReviewText({ review, children, foot, isFramed, own }: ReviewTextProps) {
  const { id, rating, title, body, created_at, edited_at, follow_ups = [], answer } = review
  const { last_answer = null, owned_months = null } = review
  const ownership = describeOwnership({ last_answer, owned_months })
  return (
    <article className={classes('grid gap-2', !isFramed && 'border-t border-border py-6')} id={`review-${id}`}>
      <Byline author={review} date={created_at}>
        <Stars value={rating} small />
        {edited_at ? (
          <span className="text-muted-foreground">
            Edited <LocalDate value={edited_at} />
          </span>
        ) : null}
        {ownership ? <span>{ownership}</span> : null}
      </Byline>
      <h3 className="text-base" dir="auto">
        {title}
      </h3>
      {children ? <p>{children}</p> : null}
      {review.connection ? <LabelList facts={review} own={own} /> : null}
      <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground">
        {body}
      </p>
      <FollowUps entries={follow_ups} answer={answer} />
      {foot ? <div className="-ms-3 flex flex-wrap items-center gap-x-2 gap-y-1">{foot}</div> : null}
    </article>
  )
}
