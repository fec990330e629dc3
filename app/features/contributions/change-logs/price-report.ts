import type { PricePeriod } from '~/db/schema'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { priceText } from '~/features/catalog/deals/regular-price'
import { toParts } from '~/ui/money'

export const SIGN_IN_TO_REPORT = 'Please sign in to report changes'

export const priceReportPath = (slug: string) => `/deals/${slug}/price`

/** The price on record that a report changes. */
export type PriceOnRecord = { deal_price: string | null; currency: string; deal_price_period: PricePeriod }

/** A price that was typed into a report; null if it is none. */
export function readTypedPrice(typed: string, currency: string) {
  const amount = typed.trim() && priceIn(currency)(typed)
  return typeof amount === 'string' && amount !== '' ? amount : null
}

/** The title of a report without one of its own. */
export function titleOfPriceChange(before: string | null, now: string | null) {
  if (now === null) return 'Price changed'
  if (before === null) return 'First price on record'
  const difference = toParts(now) - toParts(before)
  return difference === 0 ? 'Billing period changed' : difference < 0 ? 'Price lowered' : 'Price raised'
}

/** A price as a report stores it: a bare amount, which has the currency of the deal, or "$5/mo". */
export const reportedText = (amount: string, currency: string, period: PricePeriod) =>
  period === 'ONCE' ? amount : priceText(amount, currency, period)
