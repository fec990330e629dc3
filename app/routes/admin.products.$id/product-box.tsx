import { Form } from '@remix-run/react'
import { PRODUCT_LIMITS } from '~/features/catalog/products/product'
import type { findProductToEdit } from '~/features/catalog/products/product-to-edit.server'
import { type FormResult, fieldsOf } from '~/http/forms'
import { ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { SaveButton } from '~/ui/save-button'

type Product = NonNullable<Awaited<ReturnType<typeof findProductToEdit>>>
type ProductBoxProps = {
  product: Pick<Product, 'name' | 'website_url' | 'version'>
  result: FormResult
  cancel: string
}

export function ProductBox({ product, result, cancel }: ProductBoxProps) {
  const field = fieldsOf(result, product)
  return (
    <section className="box" aria-labelledby="about">
      <div className="box__head">
        <h2 id="about">Product</h2>
      </div>
      <Form method="post" className="box__body form-grid" noValidate>
        <input type="hidden" name="version" value={product.version} />
        <TextField
          {...field('name')}
          label="Name"
          required
          maxLength={PRODUCT_LIMITS.name}
          hint="Its deals keep their titles."
        />
        <TextField
          {...field('website_url')}
          label="Website"
          type="url"
          optional
          placeholder="https://"
          maxLength={PRODUCT_LIMITS.url}
        />
        <div className="flex flex-wrap gap-3">
          <SaveButton>Save Product</SaveButton>
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </section>
  )
}
