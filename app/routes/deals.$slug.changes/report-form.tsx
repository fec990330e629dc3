import { CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import type { ReportForm } from '~/features/contributions/change-logs/change-reports.server'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { SUBJECT_OPTIONS } from '~/features/contributions/reported-values/reported-fields'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, submissionErrorTitle, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea, TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { PANEL_TITLE } from '~/ui/page-part'
import { SelectField } from '~/ui/select-field'
import { ReportDetails, type SavedDetails } from './report-details'

type ReportFormProps = {
  /** The own report being edited. */
  edited: (SavedDetails & { title: string; description: string }) | undefined
  form: ReportForm
  path: string
}

/** Only title and description are required; the details are collapsed. */
export function ChangeReportForm({ edited, form, path }: ReportFormProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(edited ? undefined : `report at ${path}`, result)
  return (
    <>
      <noscript>
        <form method="get" action={`${path}#report`} className="mb-4 flex flex-wrap items-end gap-3">
          <SelectField
            id="report-subject"
            name="kind"
            label="What changed"
            options={SUBJECT_OPTIONS}
            defaultValue={form.subject}
          />
          <Button tone="secondary">Show its field</Button>
        </form>
      </noscript>
      <Form {...formProps} {...draft} className={FORM_CARD} aria-labelledby="report-heading">
        <div>
          <h3 className={PANEL_TITLE} id="report-heading">
            {edited ? 'Edit your report' : 'Report a change'}
          </h3>
          <p className="mt-1 text-small text-muted-foreground">
            Price, limits, terms, ownership: tell us what changed and where you saw it.
          </p>
        </div>
        <ErrorSummary title={submissionErrorTitle(result)} errors={summaryOf(result, 'report-')} />
        <TextField
          label="Title"
          id="report-title"
          name="title"
          required
          maxLength={LIMITS.title}
          counter
          placeholder="Storage on Tier 1 raised to 80 GB"
          defaultValue={fieldValue(result, 'title', edited?.title)}
          errors={errorsOf(result, 'title')}
        />
        <TextArea
          label="Description"
          id="report-description"
          name="description"
          required
          maxLength={LIMITS.description}
          counter
          placeholder="What changed, when you noticed it, and a link if you have one."
          defaultValue={fieldValue(result, 'description', edited?.description)}
          errors={errorsOf(result, 'description')}
        />
        <ReportDetails result={result} saved={edited} form={form} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button busy={isSending}>{edited ? 'Save Report' : 'Submit Report'}</Button>
          {edited ? (
            <ButtonLink to={`${path}#record`} tone="ghost">
              Cancel
            </ButtonLink>
          ) : null}
          <FieldHint>
            {edited
              ? 'Your edited report is pending until we verify it.'
              : 'Reports stay pending until we verify them.'}
            <GuidelinesLink />
          </FieldHint>
        </div>
      </Form>
    </>
  )
}
