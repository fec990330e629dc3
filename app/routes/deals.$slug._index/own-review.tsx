import type { ModerationStatus } from '~/db/schema'
import { OwnContribution } from '~/features/moderation/own-contribution'
import { ReviewText } from '~/features/reviews/review-list'

export type OwnReviewData = {
  id: string
  rating: number
  title: string
  body: string
  status: ModerationStatus
  moderation_reason: string | null
  created_at: Date
}

/** A review that waits or was refused, as its author meets it above the others. */
export function OwnReview({ review, mayEdit }: { review: OwnReviewData; mayEdit: boolean }) {
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
      action={mayEdit ? edit : null}
    >
      <ReviewText review={review} />
    </OwnContribution>
  )
}
