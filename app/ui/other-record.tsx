import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { Button, ButtonLink } from './button'
import { TextField } from './field'

/** Asks for the record to compare with another one by its name; the page that answers shows both. */
function OtherName(
  field: Pick<ComponentProps<typeof TextField>, 'label' | 'maxLength' | 'placeholder' | 'defaultValue' | 'errors'>,
) {
  return <TextField id="with" name="with" hint="Shows both before anything happens." required {...field} />
}

type CompareFormProps = {
  /** What the record is. */
  noun: 'product' | 'vendor'
  /** The path of its merge. */
  action: string
  maxLength: number
}

/** On the screen of a record: leads to its merge with another one. */
export function CompareForm({ noun, action, maxLength }: CompareFormProps) {
  return (
    <Form action={action} className="form-grid">
      <OtherName
        label={`Merge another ${noun} into this one`}
        placeholder={`Name of the other ${noun}`}
        maxLength={maxLength}
      />
      <div>
        <Button tone="secondary">Compare</Button>
      </div>
    </Form>
  )
}

type ChooseOtherProps = Omit<CompareFormProps, 'action'> & {
  /** The name that was sent. */
  given: string
  error: string
  cancel: string
}

/** On the page of a merge, while the other record is not known. */
export function ChooseOther({ noun, maxLength, given, error, cancel }: ChooseOtherProps) {
  return (
    <Form className="box">
      <div className="box__body form-grid">
        <OtherName
          label={`Name of the other ${noun}`}
          maxLength={maxLength}
          defaultValue={given}
          errors={error ? [error] : undefined}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Compare</Button>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  )
}
