import { lastSeen } from '~/features/catalog/deals/availability-date'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import {
  hasComparablePrice,
  hasUncomputedDiscount,
  isAgainstYear,
  regularPriceText,
  savedPercent,
} from '~/features/catalog/deals/regular-price'
import { formatMonth } from '~/ui/local-date'
import { formatMoney, formatShortMoney, fromParts, toParts } from '~/ui/money'
import { Sum, SumRow, SumTotal } from '~/ui/sum'
import type { ShownDeal } from './shown-deal'

type PriceSummaryProps = {
  deal: Pick<
    ShownDeal,
    | 'original_price'
    | 'regular_price_period'
    | 'deal_price'
    | 'deal_price_period'
    | 'discount_percent'
    | 'currency'
    | 'shown_status'
    | 'confirmed_on'
    | 'start_date'
  >
}

/** Original price with its period, savings and deal price. Rows without data are left out. */
export function PriceSummary({ deal }: PriceSummaryProps) {
  const { original_price, deal_price, currency, discount_percent, shown_status } = deal
  const saved = savedAmount(deal)
  const percent = savedPercent(deal)
  const regularPrice = regularPriceText(deal)
  const isPast = isPastStatus(shown_status)
  const isDiscountRow = hasUncomputedDiscount(deal) && (deal_price !== null || isPast)
  return (
    <>
      <Sum>
        {original_price !== null ? (
          <SumRow term="Original price">
            {deal_price === null ? (
              regularPrice
            ) : (
              <s className="text-subtle-foreground decoration-destructive-ink">{regularPrice}</s>
            )}
          </SumRow>
        ) : null}
        {saved && !isAgainstYear(deal) ? (
          <SumRow term="You save">{formatMoney(saved, currency) + (percent ? ` (${percent}%)` : '')}</SumRow>
        ) : null}
        {isDiscountRow ? (
          <SumRow term={isPast ? `Discount, ${formatMonth(new Date(lastSeen(deal)))}` : 'Discount'}>
            {`${discount_percent}% off`}
          </SumRow>
        ) : null}
        {isDiscountRow && deal_price === null ? (
          <SumRow term="Deal price">Not listed</SumRow>
        ) : (
          <SumTotal
            term={deal_price === null && discount_percent !== null ? 'Discount' : 'Deal price'}
            isMissing={deal_price === null && discount_percent === null}
          >
            <OfferedPrice deal={deal} size="xl" total />
          </SumTotal>
        )}
      </Sum>
      {saved && percent && isAgainstYear(deal) ? (
        <p className="text-small font-medium text-verified">{`${percent}% less than one year at ${formatShortMoney(original_price!, currency)}`}</p>
      ) : null}
    </>
  )
}

// Deals that are over or not confirmed show no savings.
function savedAmount(deal: PriceSummaryProps['deal']) {
  const { shown_status, original_price, deal_price, currency } = deal
  if (!hasComparablePrice(deal) || isPastStatus(shown_status) || original_price === null || deal_price === null)
    return undefined
  const parts = toParts(original_price) - toParts(deal_price)
  return parts > 0 ? fromParts(parts, currency) : undefined
}
