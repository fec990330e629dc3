import { Form } from '@remix-run/react'
import type { OtherProduct } from '~/features/products/other-products.server'
import { PRODUCT_LIMITS } from '~/features/products/product'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { RecordTable } from '~/ui/record-table'

type ChooseProductProps = { id: string; given: string; error: string; products: OtherProduct[] }

/** Products that were suggested as the same, or that match the words. */
export function ChooseProduct({ id, given, error, products }: ChooseProductProps) {
  return (
    <>
      <Form className="box">
        <div className="box__body form-grid">
          <TextField
            id="with"
            name="with"
            label="Name of the other product"
            hint="Shows both before anything happens."
            required
            maxLength={PRODUCT_LIMITS.name}
            defaultValue={given}
            errors={error ? [error] : undefined}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Compare</Button>
            <ButtonLink to="/admin/products" tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </div>
      </Form>
      <RecordTable
        label="Products that may be the same"
        columns={['Product', 'Vendor', 'Offers']}
        rows={products.map((product) => ({
          id: product.id,
          name: product.name,
          to: `/admin/products/${product.id}/merge?into=${id}`,
          cells: [<bdi key="vendor">{product.vendor}</bdi>, product.offers.toLocaleString('en-US')],
        }))}
      />
    </>
  )
}
