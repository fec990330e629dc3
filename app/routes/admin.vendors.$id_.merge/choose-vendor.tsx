import { Form } from '@remix-run/react'
import { VENDOR_LIMITS } from '~/features/vendors/vendor'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'

export function ChooseVendor({ given, error, cancel }: { given: string; error: string; cancel: string }) {
  return (
    <Form className="box">
      <div className="box__body form-grid">
        <TextField
          id="with"
          name="with"
          label="Name of the other vendor"
          hint="Shows both before anything happens."
          required
          maxLength={VENDOR_LIMITS.name}
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
