import { Link } from '@remix-run/react'
import type { listPersonReviews } from '~/features/contributions/members/public-profile.server'
import { describeOwnership } from '~/features/contributions/reviews/follow-up'
import { FollowUps } from '~/features/contributions/reviews/follow-up-entry'
import { LabelList } from '~/features/contributions/reviews/label-list'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'

type Listed = Awaited<ReturnType<typeof listPersonReviews>>[number]
type PersonReviewProps = {
  review: Omit<Listed, 'created_at' | 'edited_at'> & { created_at: Date | string; edited_at: Date | string | null }
}

/** A review with the deal it is about: whose it is, the page says. */
export function PersonReview({ review }: PersonReviewProps) {
  const { id, rating, title, body, deal, slug, created_at, edited_at } = review
  const ownership = describeOwnership(review)
  return (
    <li>
      <div className="contributions__top">
        <Stars value={rating} small />
        <Link className="link" discover="none" to={`/deals/${slug}#review-${id}`}>
          <bdi>{deal}</bdi>
        </Link>
        <LocalDate value={created_at} />
        {edited_at ? (
          <span>
            Edited <LocalDate value={edited_at} />
          </span>
        ) : null}
        {ownership ? <span>{ownership}</span> : null}
      </div>
      <h3 dir="auto">{title}</h3>
      <LabelList facts={review} />
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      <FollowUps entries={review.follow_ups} answer={review.answer} />
    </li>
  )
}
