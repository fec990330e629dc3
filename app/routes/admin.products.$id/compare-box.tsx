import { Form } from '@remix-run/react'
import { PRODUCT_LIMITS } from '~/features/products/product'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'

export function CompareBox({ id }: { id: string }) {
  return (
    <section className="box" aria-labelledby="compare">
      <div className="box__head">
        <h2 id="compare">Compare</h2>
      </div>
      <Form action={`/admin/products/${id}/merge`} className="box__body form-grid">
        <TextField
          id="with"
          name="with"
          label="Merge another product into this one"
          placeholder="Name of the other product"
          hint="Shows both before anything happens."
          required
          maxLength={PRODUCT_LIMITS.name}
        />
        <div>
          <Button tone="secondary">Compare</Button>
        </div>
      </Form>
    </section>
  )
}
