import { commissionLine } from '~/features/catalog/deals/commission'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { BottomBar } from '~/ui/bottom-bar'
import { CouponCode } from './coupon'
import type { ShownDeal } from './shown-deal'

/** Price, coupon code and "Get This Deal" at the bottom of a phone, once the sidebar has scrolled away. */
export function BuyBar({ deal }: { deal: ShownDeal }) {
  const { coupon_code } = deal
  return (
    <BottomBar until="lg" className="flex-wrap">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 leading-snug">
        <OfferedPrice deal={deal} label="Deal price" className="wrap-anywhere whitespace-normal" />
        <RegularPrice deal={deal} isSmall />
        {coupon_code ? (
          <span className="flex basis-full items-center gap-1 text-caption">
            <span className="sr-only">Coupon code </span>
            <CouponCode code={coupon_code} />
          </span>
        ) : null}
      </div>
      <GetDealLink deal={deal} label="Get This Deal" />
      <p className="-mt-2.5 basis-full text-caption leading-4 text-subtle-foreground">{commissionLine(deal)}</p>
    </BottomBar>
  )
}
