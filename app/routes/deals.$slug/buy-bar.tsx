import { GetDealLink } from '~/features/deals/get-deal-link'
import { formatMoney } from '~/ui/money'
import { Price } from '~/ui/price'
import type { ShownDeal } from './shown-deal'

/** Price and "Get This Deal" at the bottom of a phone, once the sidebar has scrolled away. */
export function BuyBar({ deal }: { deal: ShownDeal }) {
  const { deal_price, original_price, currency } = deal
  return (
    <div className="buybar">
      <div className="buybar__price">
        <Price amount={deal_price} currency={currency} label="Deal price" />
        {deal_price !== null && original_price !== null ? (
          <s className="was caption">
            <span className="sr-only">Original price </span>
            {formatMoney(original_price, currency)}
          </s>
        ) : null}
      </div>
      <GetDealLink deal={deal} label="Get This Deal" />
    </div>
  )
}
