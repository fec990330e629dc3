import { Price, type PriceProps, priceClasses } from '~/ui/price'
import type { DealSummary } from './deal'
import { perPeriod } from './regular-price'

type OfferedPriceProps = Omit<PriceProps, 'amount' | 'currency' | 'per'> & {
  deal: Pick<DealSummary, 'deal_price' | 'currency' | 'deal_price_period' | 'discount_percent'>
}

/** What a deal costs: its price, or "30% off" where only the discount is known. */
export function OfferedPrice({ deal, label, ...look }: OfferedPriceProps) {
  const { deal_price, currency, deal_price_period, discount_percent } = deal
  if (deal_price === null && discount_percent !== null) {
    return <span className={priceClasses(look)}>{`${discount_percent}% off`}</span>
  }
  return <Price amount={deal_price} currency={currency} per={perPeriod(deal_price_period)} label={label} {...look} />
}
