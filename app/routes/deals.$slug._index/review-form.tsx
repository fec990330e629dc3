import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { REVIEW_LIMITS } from '~/features/contributions/reviews/review'
import type { ReviewValues } from '~/features/contributions/reviews/review-form.server'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, type FormResult, fieldValue, submissionErrorTitle, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea, TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { PANEL_TITLE } from '~/ui/page-part'
import { StarField } from '~/ui/star-field'
import { ReviewPurchaseFields, type StoredPurchase } from './purchase-fields'

type ReviewFormProps = {
  /** The slug of the deal. */
  slug: string
  own: ReviewValues | undefined
  about: StoredPurchase | undefined
  proof: ComponentProps<typeof ReviewPurchaseFields>['proof']
  /** Whether readers see a text of this member already. */
  isPublic: boolean
}

export function ReviewForm({ slug, own, about, proof, isPublic }: ReviewFormProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(`review of ${slug}`, result)
  return (
    <Form {...formProps} {...draft} encType="multipart/form-data" className={FORM_CARD} aria-labelledby="review-form">
      <h3 id="review-form" className={PANEL_TITLE}>
        {own ? 'Edit your review' : 'Write a review'}
      </h3>
      <Rules />
      <ErrorSummary title={titleOf(result)} errors={summaryOf(result, 'review-')} />
      <StarField
        id="review-rating"
        legend="Rating"
        defaultValue={Number(fieldValue(result, 'rating', own && String(own.rating)))}
        errors={errorsOf(result, 'rating')}
      />
      <TextField
        label="Title"
        id="review-title"
        name="title"
        required
        maxLength={REVIEW_LIMITS.title}
        counter
        defaultValue={fieldValue(result, 'title', own?.title)}
        errors={errorsOf(result, 'title')}
      />
      <TextArea
        label="Review"
        id="review-body"
        name="body"
        required
        maxLength={REVIEW_LIMITS.body}
        counter
        placeholder="What do you use it for, and what surprised you after buying?"
        defaultValue={fieldValue(result, 'body', own?.body)}
        errors={errorsOf(result, 'body')}
      />
      <ReviewPurchaseFields {...{ result, about, proof }} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button busy={isSending}>{own ? 'Save Review' : 'Submit Review'}</Button>
        <FieldHint>{hintOf(own !== undefined, isPublic)}</FieldHint>
      </div>
    </Form>
  )
}

function hintOf(isEdit: boolean, isPublic: boolean) {
  if (isPublic) return 'A moderator reads each edit first. Until then, readers see the earlier text.'
  return isEdit
    ? 'A moderator reads your edited review again before it appears.'
    : 'A moderator reads each review before it appears.'
}

/** The guidelines in short. */
function Rules() {
  return (
    <ul className="grid list-disc gap-1 ps-4.5 text-small text-muted-foreground">
      <li>Say what you use it for, what works and what does not, with one example each.</li>
      <li>Leave out links that earn you something, order numbers, and what you only heard from others.</li>
      <li>
        Got it free, or earn when others buy? Say so below.{' '}
        <Link className="link" discover="none" to="/guidelines">
          Read the guidelines
        </Link>
      </li>
    </ul>
  )
}

function titleOf(result: FormResult) {
  if (errorsOf(result, 'rating')) return 'Rating required'
  return submissionErrorTitle(result)
}
