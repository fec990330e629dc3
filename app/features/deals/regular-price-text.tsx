import type { DealSummary } from './deal'
import { isRecurring, regularPriceText } from './regular-price'

type RegularPriceProps = {
  deal: Pick<DealSummary, 'deal_price' | 'original_price' | 'regular_price_period' | 'currency'>
  isSmall?: boolean
}

/** The price that the deal replaces, beside its own: struck when paid once, "Regular price: $12 a month" otherwise. */
export function RegularPrice({ deal, isSmall }: RegularPriceProps) {
  const text = regularPriceText(deal)
  if (deal.deal_price === null || !text) return null
  if (isRecurring(deal)) return <span className="even">{`Regular price: ${text}`}</span>
  return (
    <s className={isSmall ? 'was caption' : 'was'}>
      <span className="sr-only">Original price </span>
      {text}
    </s>
  )
}
