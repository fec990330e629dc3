import { Link } from '@remix-run/react'
import type { ProductOfDeal } from '~/features/catalog/products/product-of-deal.server'

/** What a deal is an offer of. */
export function OfferOf({ product_id, product, vendor_id, vendor }: ProductOfDeal) {
  return (
    <>
      {', an offer of '}
      <Link className="link" to={`/admin/products/${product_id}`} discover="none">
        <bdi>{product}</bdi>
      </Link>
      {' by '}
      <Link className="link" to={`/admin/vendors/${vendor_id}`} discover="none">
        <bdi>{vendor}</bdi>
      </Link>
    </>
  )
}
