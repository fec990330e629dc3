import type { PricePeriod } from '~/db/schema'
import { formatMonth } from '~/ui/local-date'
import { formatShortMoney, toParts } from '~/ui/money'

/** What the history of a product needs of an offer. Prices are decimal text, dates are YYYY-MM-DD. */
export type PastOffer = {
  start_date: string
  deal_price: string | null
  deal_price_period: PricePeriod
  discount_percent: number | null
  currency: string
}

/** Fewer offers are no history. */
const OFFERS_FOR_HISTORY = 3

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * When a product was offered, from three offers on: `text` such as "Discounted every November since 2019" and `best`
 * such as "best 50%", which was in the month `bestIn`. Undefined for fewer offers; `best` is empty where offers cannot
 * be compared, as with several currencies.
 *
 * @param today YYYY-MM-DD: a month that was missed last is not "every"
 */
export function offerHistory(offers: PastOffer[], today: string) {
  const past = offers.filter(({ start_date }) => start_date <= today)
  if (past.length < OFFERS_FOR_HISTORY) return undefined
  const discounted = past.filter(({ discount_percent }) => discount_percent !== null)
  const verb = discounted.length > past.length / 2 ? 'Discounted' : 'Offered'
  return { text: `${verb} ${whenOf(past, today)}`, ...bestOf(past, discounted) }
}

/** "Discounted every November since 2019, best 50%" */
export const historyText = ({ text, best }: { text: string; best: string }) => (best ? `${text}, ${best}` : text)

/** Two offers in a month are one time of that month. */
function whenOf(offers: PastOffer[], today: string) {
  const months = [...new Set(offers.map(({ start_date }) => start_date.slice(0, 7)))].sort()
  const [first] = months
  const month = first!.slice(5)
  const since = Number(first!.slice(0, 4))
  if (months.length < OFFERS_FOR_HISTORY || months.some((other) => other.slice(5) !== month)) {
    return `${offers.length} times since ${since}`
  }
  const name = new Date(`${first}-01`).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  const latest = Number(months.at(-1)!.slice(0, 4))
  const year = Number(today.slice(0, 4))
  const lastDue = today.slice(5, 7) > month ? year : year - 1
  if (latest - since + 1 === months.length && latest >= lastDue) return `every ${name} since ${since}`
  return `in ${NUMBERS[months.length] ?? months.length} ${name}s`
}

const NONE = { best: '', bestIn: '' }

/** The highest discount, or the lowest price where more offers have one than only a discount. */
function bestOf(offers: PastOffer[], discounted: PastOffer[]) {
  const prices = offers.filter(
    ({ deal_price, deal_price_period }) => deal_price !== null && deal_price_period === 'ONCE',
  )
  if (discounted.length >= 2 && discounted.length >= prices.length) {
    const best = discounted.reduce((a, b) => (b.discount_percent! > a.discount_percent! ? b : a))
    return { best: `best ${best.discount_percent}%`, bestIn: monthOf(best) }
  }
  if (prices.length < 2 || new Set(prices.map(({ currency }) => currency)).size > 1) return NONE
  const lowest = prices.reduce((a, b) => (toParts(b.deal_price!) < toParts(a.deal_price!) ? b : a))
  return { best: `lowest ${formatShortMoney(lowest.deal_price!, lowest.currency)}`, bestIn: monthOf(lowest) }
}

const monthOf = ({ start_date }: PastOffer) => formatMonth(new Date(start_date))

type Priced = Pick<PastOffer, 'deal_price' | 'deal_price_period' | 'currency'>

/** "$39 in Nov 2024": the lowest price of an earlier offer that is below this price; undefined without one. */
export function cheaperOnce(deal: Priced, offers: PastOffer[]) {
  if (deal.deal_price === null) return undefined
  const cheaper = offers.filter(
    ({ deal_price, deal_price_period, currency }) =>
      deal_price !== null &&
      deal_price_period === deal.deal_price_period &&
      currency === deal.currency &&
      toParts(deal_price) < toParts(deal.deal_price!),
  )
  if (cheaper.length === 0) return undefined
  const lowest = cheaper.reduce((a, b) => (toParts(b.deal_price!) < toParts(a.deal_price!) ? b : a))
  return `${formatShortMoney(lowest.deal_price!, lowest.currency)} in ${monthOf(lowest)}`
}
