import { Form as GetForm } from '@remix-run/react'
import { type ComponentProps, useState } from 'react'
import { CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import type { ReportForm } from '~/features/contributions/change-logs/change-reports.server'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { SUBJECT_OPTIONS } from '~/features/contributions/reported-values/reported-fields'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, submissionErrorTitle, submittedValue, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea, TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { PANEL_TITLE } from '~/ui/page-part'
import { SelectField } from '~/ui/select-field'
import { ReportValues } from './report-values'

type ReportFormProps = {
  form: ReportForm
  /** The own report being edited. */
  edited: { id: string } | undefined
  path: string
}

/** First the kind of change, then its form: what a kind asks for comes before the title. */
export function ChangeReportForm({ form, edited, path }: ReportFormProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(edited ? undefined : `report at ${path}`, result)
  const [chosen, choose] = useState<{ kind: string; value: string }>()
  const kind = chosen?.kind ?? submittedValue(result, 'kind') ?? form.kind
  const field = (name: string) => ({
    id: `report-${name}`,
    name,
    defaultValue: fieldValue(result, name, form.values[name] ?? undefined) ?? '',
    errors: errorsOf(result, name),
  })
  const isOther = kind === 'OTHER'
  const isPrice = kind === 'PRICE'
  const text = [
    <TextField
      key="title"
      label="Title"
      required={!isPrice}
      optional={isPrice}
      hint={isPrice ? 'Leave empty to describe the change automatically.' : undefined}
      maxLength={LIMITS.title}
      counter
      placeholder="Storage on Tier 1 raised to 80 GB"
      {...field('title')}
    />,
    <TextArea
      key="description"
      label="Description"
      required={!isPrice}
      optional={isPrice}
      maxLength={LIMITS.description}
      counter
      placeholder="What changed, when you noticed it, and a link if you have one."
      {...field('description')}
    />,
  ]
  // In the order of the controls: the schema checks title and description last, which depend on the other values.
  const found = summaryOf(result, 'report-')
  const isText = ({ id }: { id?: string }) => id === 'report-title' || id === 'report-description'
  const errors = isOther ? [...found.filter(isText), ...found.filter((error) => !isText(error))] : found
  const values = <ReportValues key="values" {...{ kind, field, result }} form={form} typed={chosen?.value} />
  const onChange: ComponentProps<'select'>['onChange'] = ({ target }) => {
    const now = draft.ref.current?.elements.namedItem('new_value')
    choose({ kind: target.value, value: now && 'value' in now ? now.value : '' })
  }
  return (
    <section className={FORM_CARD} aria-labelledby="report-heading">
      <div>
        <h3 className={PANEL_TITLE} id="report-heading">
          {edited ? 'Edit your report' : 'Report a change'}
        </h3>
        <p className="mt-1 text-small text-muted-foreground">
          Price, limits, terms, ownership: tell us what changed and where you saw it.
        </p>
      </div>
      <GetForm method="get" action={`${path}#report`} className="flex flex-wrap items-end gap-3">
        {edited ? <input type="hidden" name="edit" value={edited.id} /> : null}
        <SelectField
          id="report-kind"
          name="kind"
          label="Kind of change"
          options={SUBJECT_OPTIONS}
          defaultValue={kind}
          onChange={onChange}
        />
        <noscript>
          <Button tone="secondary">Continue</Button>
        </noscript>
      </GetForm>
      <Form {...formProps} {...draft} className="grid gap-5" aria-labelledby="report-heading">
        <ErrorSummary title={submissionErrorTitle(result)} errors={errors} />
        <input type="hidden" name="kind" value={kind} />
        {isOther ? [...text, values] : [values, ...text]}
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
    </section>
  )
}
