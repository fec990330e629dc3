import { isPastStatus } from '~/features/catalog/deals/deal'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { hasComparablePrice, regularPriceText, savedPercent } from '~/features/catalog/deals/regular-price'
import { formatMonth } from '~/ui/local-date'
import { formatMoney, fromParts, toParts } from '~/ui/money'
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
    | 'seen_on'
  >
}

/** Original price with its period, savings and deal price. Rows without data are left out. */
export function PriceSummary({ deal }: PriceSummaryProps) {
  const { original_price, deal_price, currency, discount_percent, shown_status } = deal
  const saved = savedAmount(deal)
  const percent = savedPercent(deal)
  const regularPrice = regularPriceText(deal)
  return (
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
      {saved ? (
        <SumRow term="You save">{formatMoney(saved, currency) + (percent ? ` (${percent}%)` : '')}</SumRow>
      ) : null}
      {deal_price === null && discount_percent !== null && isPastStatus(shown_status) ? (
        <>
          <SumRow term="Deal price">Not listed</SumRow>
          <SumRow term={`Discount, ${formatMonth(new Date(deal.seen_on))}`}>{`${discount_percent}% off`}</SumRow>
        </>
      ) : (
        <SumTotal
          term={deal_price === null && discount_percent !== null ? 'Discount' : 'Deal price'}
          isMissing={deal_price === null && discount_percent === null}
        >
          <OfferedPrice deal={deal} size="xl" total />
        </SumTotal>
      )}
    </Sum>
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
