import type { MouseEvent } from 'react'
import { Button } from '~/ui/button'
import { describedBy, Field } from '~/ui/field'
import { codesIn, USE_COUPON } from './coupon'
import type { Draft } from './deal-draft'

/** The coupon code, with the codes that the description names as suggestions. Using one saves nothing. */
export function CouponField({ draft }: { draft: Draft }) {
  const { label, errors, optional, ...input } = { optional: true, ...draft.control('coupon_code') }
  const { id } = input
  const suggested = codesIn(draft.text('description')).filter((code) => code !== draft.text('coupon_code'))
  return (
    <Field {...{ id, label, errors, optional }}>
      <input {...input} className="input" {...describedBy({ id, errors })} />
      {suggested.length > 0 ? (
        <p className="field__hint flex flex-wrap items-center gap-2">
          <span>In the description:</span>
          {suggested.map((code) => (
            <Button
              key={code}
              tone="secondary"
              size="sm"
              name={USE_COUPON}
              value={code}
              formNoValidate
              onClick={(event) => use(event, id, code)}
            >
              Use {code}
            </Button>
          ))}
        </p>
      ) : null}
    </Field>
  )
}

/** Without scripts the server returns the form with the code. */
function use(event: MouseEvent<HTMLButtonElement>, id: string, code: string) {
  event.preventDefault()
  const input = document.getElementById(id) as HTMLInputElement
  input.value = code
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
