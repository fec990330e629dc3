import { lastKnownMonth } from '~/features/catalog/deals/availability-date'
import type { DealSummary } from '~/features/catalog/deals/deal'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import {
  hasUncomputedDiscount,
  isAgainstYear,
  isSubscription,
  savedPercent,
} from '~/features/catalog/deals/regular-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { pluralize } from '~/ui/pluralize'

type Deal = Omit<DealSummary, 'id' | 'slug' | 'title' | 'vendor_name' | 'summary' | 'picture'>
type PricedDeal = Pick<
  Deal,
  | 'deal_price'
  | 'deal_price_period'
  | 'discount_percent'
  | 'coupon_code'
  | 'original_price'
  | 'regular_price_period'
  | 'break_even_months'
  | 'currency'
  | 'shown_status'
>

/** The price line of a card: what the deal costs, and what that saves, when it pays off, or the code to enter. */
export function DealPrice({ deal }: { deal: PricedDeal }) {
  return (
    <p className="deal__price">
      <OfferedPrice deal={deal} label="Deal price" total className="text-foreground" />
      <RegularPrice deal={deal} />
      <Reason deal={deal} />
    </p>
  )
}

const LABEL = 'badge ms-auto border-dashed border-border-strong font-normal'

const isPriced = ({ deal_price, discount_percent }: Pick<Deal, 'deal_price' | 'discount_percent'>) =>
  deal_price !== null || discount_percent !== null

function Reason({ deal }: { deal: PricedDeal }) {
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

type PastPriceProps = {
  deal: Pick<
    Deal,
    | 'deal_price'
    | 'deal_price_period'
    | 'discount_percent'
    | 'currency'
    | 'shown_status'
    | 'start_date'
    | 'end_date'
    | 'confirmed_on'
  >
  today: string
}

/** "40% off in Nov 2025", of a deal that is not open. It promises no saving. */
export function PastPrice({ deal, today }: PastPriceProps) {
  return (
    <p className="deal__price">
      <OfferedPrice deal={deal} label="Deal price" size="sm" />
      {isPriced(deal) ? <span>{`in ${lastKnownMonth(deal, today)}`}</span> : null}
    </p>
  )
}
