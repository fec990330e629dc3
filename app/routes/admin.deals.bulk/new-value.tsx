import { DEAL_STATUS_LABELS, DEAL_STATUSES, type DealStatus } from '~/features/catalog/deals/deal'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { SelectField } from '~/ui/select-field'

type NewValueProps = {
  verb: string
  toStatus?: DealStatus
  categories: { id: string; name: string; depth: number }[]
  result: FormResult
}

const CHOOSE = { value: '', label: 'Choose…' }
const STATUSES = DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))

/** The status or category that the deals get. */
export function NewValue({ verb, toStatus, categories, result }: NewValueProps) {
  if (verb === 'set-status') {
    return <Choice id="to_status" label="New status" options={STATUSES} proposed={toStatus} result={result} />
  }
  if (verb !== 'set-category') return null
  // Em spaces do not collapse, so they indent subcategories in a native list.
  const options = categories.map(({ id, name, depth }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return <Choice id="to_category_id" label="New category" options={options} result={result} />
}

type ChoiceProps = {
  id: string
  label: string
  options: { value: string; label: string }[]
  proposed?: string
  result: FormResult
}

function Choice({ id, label, options, proposed, result }: ChoiceProps) {
  return (
    <SelectField
      id={id}
      name={id}
      label={label}
      required
      options={[CHOOSE, ...options]}
      defaultValue={submittedValue(result, id) ?? proposed ?? ''}
      errors={errorsOf(result, id)}
      fieldClassName="max-w-[24rem]"
    />
  )
}
