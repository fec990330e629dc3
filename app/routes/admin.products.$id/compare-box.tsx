import { PRODUCT_LIMITS } from '~/features/products/product'
import { CompareForm } from '~/ui/other-record'

export function CompareBox({ id }: { id: string }) {
  return (
    <section className="box" aria-labelledby="compare">
      <div className="box__head">
        <h2 id="compare">Compare</h2>
      </div>
      <div className="box__body">
        <CompareForm noun="product" action={`/admin/products/${id}/merge`} maxLength={PRODUCT_LIMITS.name} />
      </div>
    </section>
  )
}
