import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import {
  REPORT_REASON_HINTS,
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  REPORT_TEXT_MAX,
} from '~/features/contributions/reviews/review-report'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, submittedValue, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { BYLINE } from '~/ui/byline'
import { DialogActions, DialogTitle } from '~/ui/dialog'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea } from '~/ui/field'
import { LocalDate } from '~/ui/local-date'
import { RadioField } from '~/ui/radio-field'
import { Stars } from '~/ui/stars'

type QuotedReview = {
  rating: number
  title: string
  body: string
  created_at: Date
  /** Null for deleted accounts. */
  author_name: string | null
}

type ReportFormProps = {
  review: QuotedReview
  /** Where to go without a report. */
  back: string
}

export function ReviewReportForm({ review, back }: ReportFormProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  return (
    <>
      <DialogTitle id="report">Report this review</DialogTitle>
      <Quote review={review} />
      <Form {...formProps} className="grid gap-4">
        <ErrorSummary title={errorsOf(result, '') && 'Not sent yet'} errors={summaryOf(result, 'report-')} />
        <RadioField
          id="report-reason"
          name="reason"
          legend="What's wrong with it?"
          choices={REPORT_REASONS.map((value) => ({
            value,
            label: REPORT_REASON_LABELS[value],
            hint: REPORT_REASON_HINTS[value],
          }))}
          chosen={submittedValue(result, 'reason')}
          required
          errors={errorsOf(result, 'reason')}
        />
        <TextArea
          height="sm"
          id="report-text"
          name="text"
          label="What should we know?"
          optional
          counter
          maxLength={REPORT_TEXT_MAX}
          defaultValue={submittedValue(result, 'text')}
          errors={errorsOf(result, 'text')}
        />
        <FieldHint>
          The review stays public until we decide. Its author does not learn who reported it.
          <GuidelinesLink />
        </FieldHint>
        <DialogActions>
          <ButtonLink tone="secondary" to={back}>
            Cancel
          </ButtonLink>
          <Button busy={isSending}>Send report</Button>
        </DialogActions>
      </Form>
    </>
  )
}

function Quote({ review: { author_name, created_at, rating, title, body } }: { review: QuotedReview }) {
  return (
    <blockquote className="grid max-h-64 gap-1.5 overflow-y-auto rounded-md border border-border bg-muted px-4 py-3.5 text-control wrap-anywhere">
      <div className={BYLINE}>
        <b className="font-semibold text-foreground">
          <bdi>{author_name ?? 'Former member'}</bdi>
        </b>
        <LocalDate value={created_at} />
        <Stars value={rating} small />
      </div>
      <b className="font-semibold" dir="auto">
        {title}
      </b>
      <p dir="auto" className="whitespace-pre-line text-muted-foreground">
        {body}
      </p>
    </blockquote>
  )
}
