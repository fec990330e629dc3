import type { OtherProduct } from '~/features/products/other-products.server'
import { PRODUCT_LIMITS } from '~/features/products/product'
import { ChooseOther } from '~/ui/other-record'
import { RecordTable } from '~/ui/record-table'

type ChooseProductProps = { id: string; given: string; error: string; products: OtherProduct[] }

/** Products that were suggested as the same, or that match the words. */
export function ChooseProduct({ id, given, error, products }: ChooseProductProps) {
  return (
    <>
      <ChooseOther
        noun="product"
        maxLength={PRODUCT_LIMITS.name}
        given={given}
        error={error}
        cancel="/admin/products"
      />
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
