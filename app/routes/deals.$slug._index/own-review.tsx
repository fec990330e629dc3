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
export function OwnReview({ review }: { review: OwnReviewData }) {
  return (
    <OwnContribution label="Your review" status={review.status} reason={review.moderation_reason}>
      <ReviewText review={review} />
    </OwnContribution>
  )
}
