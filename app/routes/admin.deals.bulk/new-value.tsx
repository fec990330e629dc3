import type { DealStatus } from '~/db/schema'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import type { BulkVerb } from '~/features/staff/bulk/bulk'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { SelectField } from '~/ui/select-field'

type NewValueProps = {
  verb: BulkVerb
  toStatus?: DealStatus
  categories: { id: string; name: string; depth: number }[]
  result: FormResult
}

/** The status or category that the deals get. */
export function NewValue({ verb, toStatus, categories, result }: NewValueProps) {
  if (verb !== 'set-status' && verb !== 'set-category') return null
  const isStatus = verb === 'set-status'
  const [id, label] = isStatus ? ['to_status', 'New status'] : ['to_category_id', 'New category']
  const options = isStatus
    ? DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))
    : // Em spaces do not collapse, so they indent subcategories in a native list.
      categories.map(({ id, name, depth }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return (
    <SelectField
      id={id}
      name={id}
      label={label}
      required
      options={[{ value: '', label: 'Choose…' }, ...options]}
      defaultValue={submittedValue(result, id) ?? (isStatus ? toStatus : undefined) ?? ''}
      errors={errorsOf(result, id)}
      fieldClassName="max-w-[24rem]"
    />
  )
}
