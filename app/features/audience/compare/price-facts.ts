import { breakEvenTexts } from '~/features/catalog/deals/regular-price'
import { lowestOnRecord, type PricePoint } from '~/features/catalog/price-history/price-history'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import type { ComparedDeal } from './compared-deals.server'
import type { FactCell } from './facts'

type Priced = Pick<
  ComparedDeal,
  'deal_price' | 'original_price' | 'currency' | 'regular_price_period' | 'break_even_months'
>

export function priceCell({ deal_price: amount, currency }: Priced): FactCell {
  if (amount === null) return { text: 'Not listed', isUnknown: true }
  return { text: formatMoney(amount, currency), price: { amount, currency } }
}

export function lowestCell(points: PricePoint[]): FactCell {
  const lowest = lowestOnRecord(points)
  if (!lowest) return { text: 'None on record', isUnknown: true }
  const date = formatDate(lowest.since)
  return {
    text: formatMoney(lowest.price, points.at(-1)!.currency),
    note: lowest.isCurrent ? `since ${date}` : `on ${date}`,
  }
}

export function payBackCell(deal: Priced): FactCell {
  const texts = breakEvenTexts(deal)
  if (texts) return { text: texts.after.replace('after', 'After'), note: texts.at }
  const isPaidOnce = deal.regular_price_period === 'ONCE' && deal.original_price !== null
  return { text: isPaidOnce ? 'The regular price is paid once' : 'Not stated', isUnknown: true }
}
