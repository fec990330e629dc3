import { Form } from '@remix-run/react'
import { VENDOR_LIMITS } from '~/features/vendors/vendor'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'

export function CompareForm({ id }: { id: string }) {
  return (
    <Form action={`/admin/vendors/${id}/merge`} className="form-grid">
      <TextField
        id="with"
        name="with"
        label="Merge another vendor into this one"
        placeholder="Name of the other vendor"
        hint="Shows both before anything happens."
        required
        maxLength={VENDOR_LIMITS.name}
      />
      <div>
        <Button tone="secondary">Compare</Button>
      </div>
    </Form>
  )
}
