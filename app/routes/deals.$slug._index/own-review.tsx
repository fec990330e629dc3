import { OwnContribution } from '~/features/moderation/own-contribution'
import { ReviewText } from '~/features/reviews/review-list'
import type { findOwnReview } from '~/features/reviews/reviews.server'

type OwnReviewProps = { review: NonNullable<Awaited<ReturnType<typeof findOwnReview>>>; canEdit: boolean }

/** A review that is not published, shown to its author above the others. */
export function OwnReview({ review, canEdit }: OwnReviewProps) {
  const edit = (
    <a className="link" href="#review-form">
      {review.status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
      <span className="sr-only"> your review</span>
    </a>
  )
  return (
    <OwnContribution label="Your review" contribution={review} action={canEdit ? edit : null}>
      <ReviewText review={review} />
    </OwnContribution>
  )
}
