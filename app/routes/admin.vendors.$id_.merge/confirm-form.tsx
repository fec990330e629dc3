import { Form } from '@remix-run/react'
import type { VendorSide } from '~/features/vendors/vendor-merge'
import { errorsOf, type FormResult } from '~/http/form-result'
import { Button, ButtonLink } from '~/ui/button'
import { describedBy, FieldErrors } from '~/ui/field'

type ConfirmFormProps = { from: VendorSide; into: VendorSide; result: FormResult }

export function ConfirmForm({ from, into, result }: ConfirmFormProps) {
  const errors = errorsOf(result, 'sure')
  return (
    <Form method="post" className="box">
      <input type="hidden" name="into" value={into.id} />
      <div className="box__body form-grid">
        <div className="field">
          <label className="check">
            <input id="sure" type="checkbox" name="sure" required {...describedBy({ id: 'sure', errors })} />
            <span>These two are the same vendor. I have looked at both pages.</span>
          </label>
          <FieldErrors id="sure" errors={errors} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button tone="danger">
            <span>
              {'Merge into '}
              <bdi>{into.name}</bdi>
            </span>
          </Button>
          <ButtonLink to={`/admin/vendors/${from.id}`} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
        <p className="small muted">A merge cannot be undone. The audit log keeps both names and the counts.</p>
      </div>
    </Form>
  )
}
