import { Form } from '@remix-run/react'
import { Button, ButtonLink } from '~/ui/button'
import { SelectField } from '~/ui/select-field'

type ChooseTargetProps = { targets: { name: string; slug: string; depth: number }[]; cancel: string }

export function ChooseTarget({ targets, cancel }: ChooseTargetProps) {
  const options = [
    { value: '', label: 'Choose…' },
    ...targets.map(({ name, slug, depth }) => ({ value: slug, label: '\u2003'.repeat(depth) + name })),
  ]
  return (
    <Form className="box">
      <div className="box__body form-grid">
        <SelectField
          id="into"
          name="into"
          label="Merge into"
          hint="Its deals and subcategories move there, and its URL redirects there. You confirm on the next page."
          options={options}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button>Continue</Button>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  )
}
