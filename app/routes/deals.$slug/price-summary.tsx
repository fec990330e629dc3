import { toCents } from '~/features/catalog/deals/deal'
import { hasComparablePrice, regularPriceText, savedPercent } from '~/features/catalog/deals/regular-price'
import { formatMoney } from '~/ui/money'
import { Price } from '~/ui/price'
import type { ShownDeal } from './shown-deal'

type PriceSummaryProps = {
  deal: Pick<ShownDeal, 'original_price' | 'regular_price_period' | 'deal_price' | 'currency' | 'shown_status'>
}

/** Original price with its period, savings and deal price. Rows without data are left out. */
export function PriceSummary({ deal }: PriceSummaryProps) {
  const { original_price, deal_price, currency } = deal
  const saved = savedAmount(deal)
  const percent = savedPercent(deal)
  const regularPrice = regularPriceText(deal)
  return (
    <dl className="price-summary">
      {original_price !== null ? (
        <div className="price-summary__row">
          <dt>Original price</dt>
          <dd>{deal_price === null ? regularPrice : <s className="was">{regularPrice}</s>}</dd>
        </div>
      ) : null}
      {saved ? (
        <div className="price-summary__row">
          <dt>You save</dt>
          <dd>{formatMoney(saved, currency) + (percent ? ` (${percent}%)` : '')}</dd>
        </div>
      ) : null}
      <div className="price-summary__row price-summary__row--total">
        <dt>Deal price</dt>
        <dd>
          <Price amount={deal_price} currency={currency} total />
        </dd>
      </div>
    </dl>
  )
}

// Expired deals show no savings.
function savedAmount(deal: PriceSummaryProps['deal']) {
  const { shown_status, original_price, deal_price } = deal
  if (!hasComparablePrice(deal) || shown_status === 'EXPIRED' || original_price === null || deal_price === null)
    return undefined
  const cents = toCents(original_price) - toCents(deal_price)
  return cents > 0 ? (cents / 100).toFixed(2) : undefined
}
