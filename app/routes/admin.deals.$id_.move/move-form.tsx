import { Form } from '@remix-run/react'
import type { OtherProduct } from '~/features/catalog/products/other-products.server'
import { errorsOf, type FormResult, fieldValue } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { pluralize } from '~/ui/pluralize'
import { SelectField } from '~/ui/select-field'

type MoveFormProps = {
  from: string
  /** The products to choose from. */
  targets: OtherProduct[]
  /** Whether its product has other offers, so that it can become one of its own. */
  hasSisters: boolean
  result: FormResult
  action: string
  cancel: string
}

export function MoveForm({ from, targets, hasSisters, result, action, cancel }: MoveFormProps) {
  const [found] = targets
  const chosen = fieldValue(result, 'to', found && targets.length === 1 ? found.id : '')
  const options = [
    { value: '', label: 'Choose a product' },
    ...targets.map(({ id, name, vendor, offers }) => ({
      value: id,
      label: `${name} by ${vendor}, ${pluralize(offers, 'offer')}`,
    })),
    ...(hasSisters ? [{ value: 'new', label: 'A new product of its own' }] : []),
  ]
  return (
    <Form method="post" action={action} className="box" noValidate>
      <div className="box__body form-grid">
        <input type="hidden" name="from" value={from} />
        <SelectField
          key={chosen}
          id="to"
          name="to"
          label="Move it to"
          hint="A product that is left without offers is deleted."
          options={options}
          defaultValue={chosen}
          errors={errorsOf(result, 'to')}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button>Move Offer</Button>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  )
}
