import { OwnContribution } from '~/features/moderation/own-contribution'
import { ReviewText } from '~/features/reviews/review-list'
import type { findOwnReview } from '~/features/reviews/reviews.server'

type OwnReviewProps = { review: NonNullable<Awaited<ReturnType<typeof findOwnReview>>>; canEdit: boolean }

/** A pending or rejected review, shown to its author above the others. */
export function OwnReview({ review, canEdit }: OwnReviewProps) {
  const edit = (
    <a className="link" href="#review-form">
      {review.status === 'REJECTED' ? 'Edit and resubmit' : 'Edit'}
      <span className="sr-only"> your review</span>
    </a>
  )
  return (
    <OwnContribution
      label="Your review"
      status={review.status}
      reason={review.moderation_reason}
      action={canEdit ? edit : null}
    >
      <ReviewText review={review} />
    </OwnContribution>
  )
}
