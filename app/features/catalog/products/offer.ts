import type { PricePeriod } from '~/db/schema'
import { isOpenStatus, type ShownStatus } from '~/features/catalog/deals/deal'
import { toParts } from '~/ui/money'

/** A published deal among those of its product. Prices are decimal text, dates are YYYY-MM-DD. */
export type Offer = {
  id: string
  slug: string
  platform: string
  deal_price: string | null
  deal_price_period: PricePeriod
  discount_percent: number | null
  coupon_code: string | null
  currency: string
  start_date: string
  shown_status: ShownStatus
  confirmed_on: string | null
  review_count: number
  rating_sum: number
}

/** Open offers, this one first among them, then the others, the latest first. */
export function sortOffers(offers: Offer[], thisId: string) {
  const rank = ({ id, shown_status }: Offer) => (isOpenStatus(shown_status) ? (id === thisId ? 0 : 1) : 2)
  return offers.toSorted((a, b) => rank(a) - rank(b) || b.start_date.localeCompare(a.start_date))
}

type PriceColumn = 'shown_status' | 'deal_price' | 'deal_price_period' | 'currency'

/** The id of the cheapest open offer, where two or more have a price and all of these are in one currency. */
export function cheapestOpen(offers: Pick<Offer, 'id' | PriceColumn>[]) {
  const priced = offers.filter(
    (offer) => isOpenStatus(offer.shown_status) && offer.deal_price !== null && offer.deal_price_period === 'ONCE',
  )
  if (priced.length < 2 || new Set(priced.map(({ currency }) => currency)).size > 1) return undefined
  const partsOf = ({ deal_price }: Pick<Offer, PriceColumn>) => toParts(deal_price!)
  const [first, second] = priced.toSorted((a, b) => partsOf(a) - partsOf(b))
  return partsOf(first!) < partsOf(second!) ? first!.id : undefined
}

/** The average rating over all offers, where two or more have reviews. */
export function ratingOverOffers(offers: Offer[]) {
  const rated = offers.filter(({ review_count }) => review_count > 0)
  if (rated.length < 2) return undefined
  const sum = (of: (offer: Offer) => number) => rated.reduce((total, offer) => total + of(offer), 0)
  const reviews = sum(({ review_count }) => review_count)
  return { average: sum(({ rating_sum }) => rating_sum) / reviews, offers: offers.length, reviews }
}
