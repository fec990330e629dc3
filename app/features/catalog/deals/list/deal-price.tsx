import type { CardDeal } from '~/features/catalog/deals/deal'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import {
  hasUncomputedDiscount,
  isAgainstYear,
  isSubscription,
  savedPercent,
} from '~/features/catalog/deals/regular-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { pluralize } from '~/ui/pluralize'

/** The price line of a card: what the deal costs, and what that saves, when it pays off, or the code to enter. */
export function DealPrice({ deal }: { deal: CardDeal }) {
  return (
    <p className="deal__price">
      <OfferedPrice deal={deal} label="Deal price" total className="text-foreground" />
      <RegularPrice deal={deal} />
      <Reason deal={deal} />
    </p>
  )
}

const LABEL = 'badge ms-auto border-dashed border-border-strong font-normal'

function Reason({ deal }: { deal: CardDeal }) {
  const { break_even_months: months, coupon_code } = deal
  if (isSubscription(deal)) return <span className={LABEL}>Subscription</span>
  const saved = savedPercent(deal)
  if (saved) {
    return (
      <b className="ms-auto text-verified">{isAgainstYear(deal) ? `${saved}% less than one year` : `Save ${saved}%`}</b>
    )
  }
  if (deal.deal_price !== null && hasUncomputedDiscount(deal)) {
    return <b className="ms-auto text-verified">{`${deal.discount_percent}% off`}</b>
  }
  if (months !== null) return <b className="ms-auto text-verified">{`Pays off in ${pluralize(months, 'month')}`}</b>
  if (deal.deal_price !== null || coupon_code === null) return null
  return (
    <span className={LABEL}>
      Code <b>{coupon_code}</b>
    </span>
  )
}
