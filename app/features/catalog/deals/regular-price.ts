import type { PricePeriod } from '~/db/schema'
import { formatMoney, formatShortMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { discount } from './deal'

/** How a price is paid. */
export const PRICE_PERIODS = { ONCE: 'Once', MONTH: 'Every month', YEAR: 'Every year' } as const satisfies Record<
  PricePeriod,
  string
>

type RegularPrice = { original_price: string | null; currency: string; regular_price_period: PricePeriod | null }
type Priced = RegularPrice & Pick<Offered, 'deal_price' | 'deal_price_period'>
type BreakEven = RegularPrice & { break_even_months: number | null }

type Offered = {
  deal_price: string | null
  currency: string
  deal_price_period: PricePeriod
  discount_percent: number | null
}

const PER = { ONCE: '', MONTH: '/mo', YEAR: '/yr' } as const satisfies Record<PricePeriod, string>

/** What follows an amount: nothing, "/mo" or "/yr". */
export const perPeriod = (period: PricePeriod | null) => PER[period ?? 'ONCE']

/** "$59.00", "$5/mo" of a subscription or "30% off" without a price; undefined without either. */
export function offeredText({ deal_price, currency, deal_price_period, discount_percent }: Offered) {
  if (deal_price !== null) return priceText(deal_price, currency, deal_price_period)
  return discount_percent === null ? undefined : `${discount_percent}% off`
}

/** "$59.00", or "$5/mo" where it is paid every month. */
export function priceText(amount: string, currency: string, period: PricePeriod | null) {
  const per = perPeriod(period)
  return per === '' ? formatMoney(amount, currency) : formatShortMoney(amount, currency) + per
}

/** Whether a deal is paid again and again. */
export const isSubscription = ({ deal_price_period }: Pick<Offered, 'deal_price_period'>) =>
  deal_price_period !== 'ONCE'

/** Whether the regular price is paid again and again. */
export function isRecurring({ regular_price_period: period }: Pick<RegularPrice, 'regular_price_period'>) {
  return period === 'MONTH' || period === 'YEAR'
}

/** "$12/mo", "$90.50/yr" or "$240.00"; undefined without a regular price. */
export function regularPriceText(deal: RegularPrice) {
  const { original_price, currency, regular_price_period: period } = deal
  return original_price === null ? undefined : priceText(original_price, currency, period)
}

/** "after 7 months" and "at $12/mo"; undefined when the regular price is unknown or paid once. */
export function breakEvenTexts(deal: BreakEven) {
  if (deal.break_even_months === null) return undefined
  return { after: `after ${pluralize(deal.break_even_months, 'month')}`, at: `at ${regularPriceText(deal)}` }
}

/** "Pays for itself after 7 months at $12/mo" */
export function breakEvenText(deal: BreakEven) {
  const texts = breakEvenTexts(deal)
  return texts && `Pays for itself ${texts.after} ${texts.at}`
}

/**
 * The discount in whole percent. Undefined unless the regular price is known to be paid once or a year, or as often as
 * a subscription: a discount compared with a monthly price would mislead.
 */
export function savedPercent(deal: Priced) {
  return hasComparablePrice(deal) ? discount(deal) : undefined
}

export function hasComparablePrice({
  regular_price_period: period,
  deal_price_period,
}: Pick<Priced, 'regular_price_period' | 'deal_price_period'>) {
  return deal_price_period === 'ONCE' ? period === 'ONCE' || period === 'YEAR' : period === deal_price_period
}

/** Whether a price that is paid once is compared with that of a year. */
export const isAgainstYear = ({
  regular_price_period: period,
  deal_price_period,
}: Pick<Priced, 'regular_price_period' | 'deal_price_period'>) => deal_price_period === 'ONCE' && period === 'YEAR'

/** Whether the stated discount is shown: no saving follows from the prices. */
export const hasUncomputedDiscount = (deal: Priced & Pick<Offered, 'discount_percent'>) =>
  deal.discount_percent !== null && savedPercent(deal) === undefined
