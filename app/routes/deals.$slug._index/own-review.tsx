import { OwnContribution } from '~/features/contributions/members/own-contribution'
import type { OwnReview as Own, OwnEdit } from '~/features/contributions/reviews/own-review.server'
import { ReviewText } from '~/features/contributions/reviews/review-list'

/** A review that is not published, shown to its author above the others. */
export function OwnReview({ review, canEdit }: { review: Own; canEdit: boolean }) {
  return (
    <OwnContribution label="Your review" contribution={review} action={canEdit ? <EditLink of={review} /> : null}>
      <ReviewText review={review} />
    </OwnContribution>
  )
}

type OwnReviewEditProps = {
  edit: OwnEdit
  /** Whether readers see the review, which staff may have reopened. */
  isPublic: boolean
  canEdit: boolean
}

/** The edit of a review, shown to its author above the others. */
export function OwnReviewEdit({ edit, isPublic, canEdit }: OwnReviewEditProps) {
  return (
    <OwnContribution label="Your edit" contribution={edit} action={canEdit ? <EditLink of={edit} /> : null}>
      <p className="small muted">
        {edit.status === 'PENDING' ? 'Your edit waits for a moderator.' : 'Your edit was sent back.'}
        {isPublic ? ' Readers see the earlier text until it is approved.' : null}
      </p>
      <ReviewText review={{ ...edit, connection: undefined }} />
    </OwnContribution>
  )
}

function EditLink({ of: { status } }: { of: Pick<Own, 'status'> }) {
  return (
    <a className="link" href="#review-form">
      {status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
      <span className="sr-only"> your review</span>
    </a>
  )
}
