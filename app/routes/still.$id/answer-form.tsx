import type { FollowUpAnswer } from '~/db/schema'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { ANSWER_LABELS, ANSWERS, FOLLOW_UP_LIMITS } from '~/features/contributions/reviews/follow-up'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { RadioField } from '~/ui/radio-field'
import { StarField } from '~/ui/star-field'

type AnswerFormProps = {
  title: string
  /** The submitted answer, or the values in the link of the mail. */
  own: { answer?: FollowUpAnswer; rating?: number; body?: string | null }
}

export function AnswerForm({ title, own }: AnswerFormProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const chosen = fieldValue(result, 'answer', own.answer)
  const errors = errorsOf(result, 'answer')
  return (
    <Form {...formProps} className={FORM_CARD} aria-label="Your answer">
      <ErrorSummary title={errorsOf(result, '') && 'Not sent yet'} errors={summaryOf(result, 'follow-up-')} />
      <RadioField
        id="follow-up-answer"
        name="answer"
        legend={
          <>
            Do you still use <bdi>{title}</bdi>?
          </>
        }
        choices={ANSWERS.map((value) => ({ value, label: ANSWER_LABELS[value] }))}
        chosen={chosen}
        required
        isBoxed
        errors={errors}
      />
      <StarField
        id="follow-up-rating"
        legend="Your rating today"
        defaultValue={Number(fieldValue(result, 'rating', own.rating?.toString()))}
        errors={errorsOf(result, 'rating')}
      />
      <TextArea
        label="What changed since?"
        optional
        id="follow-up-body"
        name="body"
        maxLength={FOLLOW_UP_LIMITS.body}
        counter
        placeholder="What still works, and what does not?"
        defaultValue={fieldValue(result, 'body', own.body ?? undefined)}
        errors={errorsOf(result, 'body')}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button busy={isSending}>Send</Button>
        <FieldHint>
          A moderator reads it first. Then this rating replaces your earlier one.
          <GuidelinesLink />
        </FieldHint>
      </div>
    </Form>
  )
}
