import type { DealSummary } from './deal'
import { regularPriceText } from './regular-price'

type RegularPriceProps = {
  deal: Pick<DealSummary, 'deal_price' | 'original_price' | 'regular_price_period' | 'currency'>
  isSmall?: boolean
}

/** The original price with its period, struck, beside the price of the deal. */
export function RegularPrice({ deal, isSmall }: RegularPriceProps) {
  const text = regularPriceText(deal)
  if (deal.deal_price === null || !text) return null
  return (
    <s className={`${isSmall ? 'text-caption' : 'text-control'} text-subtle-foreground decoration-destructive-ink`}>
      <span className="sr-only">Original price </span>
      {text}
    </s>
  )
}
