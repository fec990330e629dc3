import { errorsOf, type FormResult, fieldValue } from '~/http/forms'
import { describedBy, Field } from '~/ui/field'
import { PrefixedInput } from '~/ui/input'
import { currencySign } from '~/ui/money'

type TargetFieldProps = {
  label: string
  idPrefix?: string
  optional?: boolean
  deal: { currency: string; target_price: string | null }
  result: FormResult
}

/** The price at or below which a member is notified, in the currency of the deal. */
export function TargetField({ label, idPrefix = '', optional, deal, result }: TargetFieldProps) {
  const id = `${idPrefix}target`
  const errors = errorsOf(result, 'target')
  return (
    <Field {...{ id, label, optional, errors }} className="flex-[0_1_12rem]">
      <input type="hidden" name="currency" value={deal.currency} />
      <PrefixedInput
        prefix={currencySign(deal.currency)}
        className="text-end"
        id={id}
        name="target"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={fieldValue(result, 'target', deal.target_price ?? '')}
        {...describedBy({ id, errors })}
      />
    </Field>
  )
}
