import type { AffectsOwners } from '~/db/schema'
import { CHANGE_KIND_LABELS, CHANGE_KINDS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import type { ChangeReport } from '~/features/contributions/change-logs/change-reports.server'
import { errorsOf, type FormResult, fieldValue } from '~/http/forms'
import { Optional, TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { SelectField } from '~/ui/select-field'

export type SavedDetails = Omit<ChangeReport, 'title' | 'description'>

const KINDS = CHANGE_KINDS.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] }))

const ANSWERS = [
  { value: 'UNKNOWN', label: 'Not sure' },
  { value: 'YES', label: 'Yes, existing owners too' },
  { value: 'NO', label: 'No, new buyers only' },
] as const satisfies { value: AffectsOwners; label: string }[]

type ReportDetailsProps = { result: FormResult; saved: SavedDetails | undefined; price: string | undefined }

/** The optional fields; open when one has a value or an error. */
export function ReportDetails({ result, saved, price }: ReportDetailsProps) {
  const field = (name: keyof SavedDetails, unset = '') => ({
    id: `report-${name}`,
    name,
    defaultValue: fieldValue(result, name, saved?.[name] ?? undefined) || unset,
    errors: errorsOf(result, name),
  })
  const kind = field('kind', 'OTHER')
  const affects = field('affects_owners', 'UNKNOWN')
  const texts = [field('old_value'), field('new_value'), field('effective_on'), field('source_url')] as const
  const [before, after, effective, source] = texts
  const isOpen =
    kind.defaultValue !== 'OTHER' ||
    affects.defaultValue !== 'UNKNOWN' ||
    texts.some(({ defaultValue }) => defaultValue) ||
    [kind, affects, ...texts].some(({ errors }) => errors)

  return (
    <Fold
      open={isOpen || undefined}
      summary={
        <span>
          Add details
          <Optional />
        </span>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Kind of change" options={KINDS} {...kind} />
        <SelectField label="Does it affect existing owners?" options={ANSWERS} {...affects} />
        <TextField
          label="Value before"
          hint={`For example "3 seats"${price ? `, or ${price} for the price` : ''}`}
          maxLength={LIMITS.value}
          list={price ? 'report-price' : undefined}
          {...before}
        />
        <TextField label="Value now" hint='For example "5 seats"' maxLength={LIMITS.value} {...after} />
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
      {price ? (
        <datalist id="report-price">
          <option value={price} />
        </datalist>
      ) : null}
    </Fold>
  )
}
