import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { PRICE_PERIODS } from '~/features/catalog/deals/regular-price'
import {
  type FieldReport,
  hasPlans,
  isApplicable,
  labelOf,
  type ReportedField,
  type ReportTargets,
} from '~/features/contributions/reported-values/reported-fields'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { TextField } from '~/ui/field'
import { SelectField } from '~/ui/select-field'

type ControlProps = {
  field: ReportedField
  id: string
  name: string
  label: string
  hint?: string
  defaultValue: string
  errors?: string[]
  form?: string
  disabled?: boolean
}

const ANSWERS = ['Yes', 'No'].map((value) => ({ value, label: value }))
const PERIODS = Object.entries(PRICE_PERIODS).map(([value, label]) => ({ value, label }))

/** The control of a field of the deal. What was typed stays in it, also where the field refuses it. */
export function ValueControl({ field, defaultValue, ...control }: ControlProps) {
  const { kind } = DEAL_FIELDS[field]
  if (kind === 'answer' || kind === 'choice') {
    const options = kind === 'answer' ? ANSWERS : PERIODS
    const chosen = options.find(({ value, label }) => [value, label].includes(defaultValue))?.value ?? ''
    return (
      <SelectField
        {...control}
        key={field}
        defaultValue={chosen}
        options={[{ value: '', label: 'Choose…' }, ...options]}
      />
    )
  }
  // A date field would drop other text, such as "none".
  const isDate = kind === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(defaultValue)
  return (
    <TextField
      {...control}
      key={`${field} ${isDate}`}
      defaultValue={defaultValue}
      type={isDate ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : kind === 'price' ? 'decimal' : undefined}
      maxLength={200}
    />
  )
}

type TargetFieldsProps = {
  field: ReportedField
  targets: ReportTargets
  chosen: { plan_name?: string | null; limit_label?: string | null } | undefined
  result: FormResult
  idPrefix?: string
  form?: string
  disabled?: boolean
}

/** Which plan and which limit, where the deal has several. */
export function TargetFields({ field, targets, chosen, result, idPrefix = '', ...shared }: TargetFieldsProps) {
  const asked = asksOf(field, targets)
  const optionsOf = (values: string[]) => [
    { value: '', label: 'Choose…' },
    ...values.map((value) => ({ value, label: value })),
  ]
  return (
    <>
      {(['limit_label', 'plan_name'] as const).map((target) =>
        asked.includes(target) ? (
          <SelectField
            key={target}
            {...shared}
            id={`${idPrefix}${target}`}
            name={target}
            label={target === 'plan_name' ? 'Plan' : 'Limit'}
            options={optionsOf(target === 'plan_name' ? targets.plans : targets.limits)}
            defaultValue={submittedValue(result, target) ?? chosen?.[target] ?? ''}
            errors={errorsOf(result, target)}
          />
        ) : null,
      )}
    </>
  )
}

function asksOf(field: ReportedField, { plans, limits }: ReportTargets) {
  return [hasPlans(field) && plans.length > 1 && 'plan_name', field === 'limits' && limits.length > 1 && 'limit_label']
    .filter((choice) => choice !== false)
    .join(' ')
}

type ValueFieldsProps = {
  report: FieldReport
  result: FormResult
  /** Begins the ids of the fields in a list. */
  idPrefix?: string
  form?: string
  hint?: string
  disabled?: boolean
}

/** The value that an approval writes to the deal, with its plan. */
export function ValueFields({ report, result, idPrefix = '', hint, ...shared }: ValueFieldsProps) {
  const { field, value, currency, period, plan, limit, targets } = report
  const typed = submittedValue(result, 'newValue') ?? value
  const hidden = { field, dealVersion: report.dealVersion, startDate: report.startDate, asks: asksOf(field, targets) }
  const isPrice = field === 'deal_price'
  // The plans of a deal share its currency.
  const asksCurrency = isPrice && targets.plans.length < 2
  return (
    <>
      {Object.entries({ ...hidden, ...(isPrice && !asksCurrency && { newCurrency: targets.currency }) }).map(
        ([name, known]) => (
          <input key={name} type="hidden" name={name} value={known} form={shared.form} />
        ),
      )}
      <TargetFields
        {...{ field, targets, result, idPrefix, ...shared }}
        chosen={{ plan_name: plan, limit_label: limit }}
      />
      <ValueControl
        {...shared}
        field={field}
        id={`${idPrefix}newValue`}
        name="newValue"
        label={`New ${labelOf(field).toLowerCase()}`}
        hint={hint}
        defaultValue={typed}
        errors={errorsOf(result, 'newValue')}
      />
      {asksCurrency ? (
        <TextField
          {...shared}
          id={`${idPrefix}newCurrency`}
          name="newCurrency"
          label="Currency"
          hint="Another currency removes the original price."
          maxLength={3}
          defaultValue={submittedValue(result, 'newCurrency') ?? currency}
          errors={errorsOf(result, 'newCurrency')}
        />
      ) : null}
      {isPrice ? (
        <SelectField
          {...shared}
          id={`${idPrefix}newPeriod`}
          name="newPeriod"
          label="Billing period"
          options={PERIODS}
          defaultValue={submittedValue(result, 'newPeriod') ?? period}
        />
      ) : null}
    </>
  )
}

/** Writes the value together with the approval. Checked by default when the report has a clear value. */
export function ValueOffer({ id, report, result }: { id: string; report: FieldReport; result: FormResult }) {
  const isTicked = result ? submittedValue(result, 'apply') === 'on' : isApplicable(report)
  return (
    <fieldset className="mb-3.5 grid gap-2" data-value-offer>
      <legend className="sr-only">{labelOf(report.field)}</legend>
      <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-small">
        <input
          type="checkbox"
          name="apply"
          defaultChecked={isTicked}
          className="size-4.5 flex-none cursor-pointer accent-primary"
        />
        <span>{`Apply to the deal: ${labelOf(report.field)}, now ${report.onRecord ?? 'not stated'}`}</span>
      </label>
      <div className="grid max-w-48 gap-2">
        <ValueFields report={report} result={result} idPrefix={`${id}-`} />
      </div>
    </fieldset>
  )
}
