import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { Price } from '~/ui/price'
import { CouponCode } from './coupon'
import type { ShownDeal } from './shown-deal'

/** Price, coupon code and "Get This Deal" at the bottom of a phone, once the sidebar has scrolled away. */
export function BuyBar({ deal }: { deal: ShownDeal }) {
  const { deal_price, currency, coupon_code } = deal
  return (
    <div className="buybar">
      <div className="buybar__price">
        <Price amount={deal_price} currency={currency} label="Deal price" />
        <RegularPrice deal={deal} isSmall />
        {coupon_code ? (
          <span className="buybar__coupon">
            <span className="sr-only">Coupon code </span>
            <CouponCode code={coupon_code} />
          </span>
        ) : null}
      </div>
      <GetDealLink deal={deal} label="Get This Deal" />
    </div>
  )
}
