import { PRICE_PERIODS } from '~/features/catalog/deals/regular-price'
import { CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import type { ReportForm } from '~/features/contributions/change-logs/change-reports.server'
import { TargetFields, ValueControl } from '~/features/contributions/change-logs/value-fields'
import { partsOf, REPORT_SUBJECTS } from '~/features/contributions/reported-values/reported-fields'
import type { FieldTable } from '~/http/field-table'
import type { FormResult } from '~/http/forms'
import { Optional, TextField } from '~/ui/field'
import { Fields } from '~/ui/fields'
import { Fold } from '~/ui/fold'

const BEFORE = {
  old_value: { label: 'Value before', kind: 'line', max: LIMITS.value, optional: false },
} satisfies FieldTable

const PERIOD = {
  period: { label: 'Billing period', kind: 'choice', required: true, choices: PRICE_PERIODS },
} satisfies FieldTable

const DETAILS = {
  source_url: {
    label: 'Source link',
    kind: 'url',
    max: LIMITS.url,
    optional: false,
    placeholder: '',
    hint: 'Where we can check it, such as https://vendor.example/plans',
  },
  affects_owners: {
    label: 'Does it affect existing owners?',
    kind: 'choice',
    required: true,
    choices: { UNKNOWN: 'Not sure', YES: 'Yes, existing owners too', NO: 'No, new buyers only' },
  },
  effective_on: {
    label: 'Effective date',
    kind: 'date',
    optional: false,
    hint: 'The day it took or takes effect. Leave empty if you are not sure.',
  },
} satisfies FieldTable

type Control = { id: string; name: string; defaultValue: string; errors: string[] | undefined }

type ReportValuesProps = {
  kind: string
  form: ReportForm
  field(name: string): Control
  result: FormResult
  /** What was in the control of the new value when another kind was chosen. */
  typed: string | undefined
}

/** The values of a change, each in the control of its field. Folded without a kind, unless one has a value or an error. */
export function ReportValues({ kind, form, field, result, typed }: ReportValuesProps) {
  const { targets, values } = form
  const about = partsOf(REPORT_SUBJECTS.find((known) => known === kind) ?? 'OTHER', targets).field
  const isPrice = about === 'deal_price'
  const before = field('old_value')
  const now = field('new_value')
  const after = { ...now, label: 'Value now', defaultValue: typed ?? now.defaultValue }
  const [affects, ...others] = ['affects_owners', 'old_value', 'new_value', 'source_url', 'effective_on'].map(field)
  const isFilled = affects!.defaultValue !== 'UNKNOWN' || others.some(({ defaultValue }) => defaultValue)
  const isOpen = kind !== 'OTHER' || isFilled || [affects!, ...others].some(({ errors }) => errors)
  return (
    <Fold
      open={isOpen || undefined}
      summary={
        kind === 'OTHER' ? (
          <span>
            Add details
            <Optional />
          </span>
        ) : (
          'What changed'
        )
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {about ? <TargetFields {...{ field: about, targets, result }} idPrefix="report-" chosen={values} /> : null}
        <Fields
          key={about}
          fields={BEFORE}
          control={() => ({ ...before, defaultValue: before.defaultValue || (isPrice ? form.price : '') })}
          hints={{ old_value: about ? 'Leave empty for what the deal says now.' : 'For example "3 seats"' }}
        />
        {about ? (
          <ValueControl field={about} hint={isPrice ? `In ${targets.currency}` : undefined} {...after} />
        ) : (
          <TextField hint='For example "5 seats"' maxLength={LIMITS.value} {...after} />
        )}
        {isPrice ? <Fields fields={PERIOD} control={field} /> : null}
        <Fields fields={DETAILS} control={field} />
      </div>
    </Fold>
  )
}
