import { type FormEvent, useState } from 'react'
import type { AffectsOwners } from '~/db/schema'
import { CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import type { ChangeReport, ReportForm } from '~/features/contributions/change-logs/change-reports.server'
import { TargetFields, ValueControl } from '~/features/contributions/change-logs/value-fields'
import { partsOf, REPORT_SUBJECTS, SUBJECT_OPTIONS } from '~/features/contributions/reported-values/reported-fields'
import { errorsOf, type FormResult, fieldValue, submittedValue } from '~/http/forms'
import { Optional, TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { SelectField } from '~/ui/select-field'

export type SavedDetails = Omit<ChangeReport, 'title' | 'description' | 'field'>

const ANSWERS = [
  { value: 'UNKNOWN', label: 'Not sure' },
  { value: 'YES', label: 'Yes, existing owners too' },
  { value: 'NO', label: 'No, new buyers only' },
] as const satisfies { value: AffectsOwners; label: string }[]

type ReportDetailsProps = { result: FormResult; saved: SavedDetails | undefined; form: ReportForm }

/** The optional fields; open when one has a value or an error. With scripts the control of the value follows the kind. */
export function ReportDetails({ result, saved, form }: ReportDetailsProps) {
  const [typed, setTyped] = useState<{ kind: string; value: string }>()
  const field = (name: keyof SavedDetails, unset = '') => ({
    id: `report-${name}`,
    name,
    defaultValue: fieldValue(result, name, saved?.[name] ?? undefined) || unset,
    errors: errorsOf(result, name),
  })
  const kind = field('kind')
  const chosen = submittedValue(result, 'kind') ?? form.subject
  const affects = field('affects_owners', 'UNKNOWN')
  const after = { ...field('new_value'), defaultValue: fieldValue(result, 'new_value', form.value ?? undefined) ?? '' }
  const texts = [field('old_value'), after, field('effective_on'), field('source_url')] as const
  const [before, , effective, source] = texts
  const isOpen =
    chosen !== 'OTHER' ||
    affects.defaultValue !== 'UNKNOWN' ||
    texts.some(({ defaultValue }) => defaultValue) ||
    [kind, affects, ...texts].some(({ errors }) => errors)

  const { targets } = form
  const subject = REPORT_SUBJECTS.find((known) => known === (typed?.kind ?? chosen)) ?? 'OTHER'
  const about = partsOf(subject, targets).field
  function follow({ currentTarget }: FormEvent<HTMLElement>) {
    const textOf = (name: string) => {
      const control = currentTarget.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
      return control?.value ?? ''
    }
    if (textOf('kind') !== subject) setTyped({ kind: textOf('kind'), value: textOf('new_value') })
  }

  return (
    <Fold
      open={isOpen || undefined}
      onInput={follow}
      summary={
        <span>
          Add details
          <Optional />
        </span>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Kind of change" options={SUBJECT_OPTIONS} {...kind} defaultValue={chosen} />
        <SelectField label="Does it affect existing owners?" options={ANSWERS} {...affects} />
        {about ? <TargetFields {...{ field: about, targets, result }} idPrefix="report-" chosen={saved} /> : null}
        <TextField
          label="Value before"
          hint={about ? 'Leave empty for what the deal says now.' : 'For example "3 seats"'}
          maxLength={LIMITS.value}
          {...before}
        />
        {about ? (
          <ValueControl
            field={about}
            label="Value now"
            hint={about === 'deal_price' ? `In ${targets.currency}` : undefined}
            {...after}
            defaultValue={typed?.value ?? after.defaultValue}
          />
        ) : (
          <TextField
            label="Value now"
            hint='For example "5 seats"'
            maxLength={LIMITS.value}
            {...after}
            defaultValue={typed?.value ?? after.defaultValue}
          />
        )}
        <TextField
          label="Effective date"
          type="date"
          hint="The day it took or takes effect. Leave empty if you are not sure."
          {...effective}
        />
        <TextField
          label="Source link"
          inputMode="url"
          hint="Where we can check it, such as https://vendor.example/plans"
          maxLength={LIMITS.url}
          {...source}
        />
      </div>
    </Fold>
  )
}
