import { isOpenStatus, type ShownStatus, toCents } from '~/features/catalog/deals/deal'

/** A published deal among those of its product. Prices are decimal text, dates are YYYY-MM-DD. */
export type Offer = {
  id: string
  slug: string
  platform: string
  deal_price: string | null
  currency: string
  start_date: string
  end_date: string | null
  shown_status: ShownStatus
  review_count: number
  rating_sum: number
}

/** Open offers and those to come, this one first, and the rounds that have ended; each the latest first. */
export function sortOffers(offers: Offer[], thisId: string) {
  const rank = ({ id, shown_status }: Offer) => (isOpenStatus(shown_status) ? 0 : 2) + (id === thisId ? 0 : 1)
  const sorted = offers.toSorted((a, b) => rank(a) - rank(b) || b.start_date.localeCompare(a.start_date))
  return {
    current: sorted.filter(({ shown_status }) => shown_status !== 'EXPIRED'),
    ended: sorted.filter(({ shown_status }) => shown_status === 'EXPIRED'),
  }
}

/** The id of the cheapest open offer, where two or more have a price and all of these are in one currency. */
export function cheapestOpen(offers: Offer[]) {
  const priced = offers.filter(({ shown_status, deal_price }) => isOpenStatus(shown_status) && deal_price !== null)
  if (priced.length < 2 || new Set(priced.map(({ currency }) => currency)).size > 1) return undefined
  const centsOf = ({ deal_price }: Offer) => toCents(deal_price!)
  const [first, second] = priced.toSorted((a, b) => centsOf(a) - centsOf(b))
  return centsOf(first!) < centsOf(second!) ? first!.id : undefined
}

/** The average rating over all offers, where two or more have reviews. */
export function ratingOverOffers(offers: Offer[]) {
  const rated = offers.filter(({ review_count }) => review_count > 0)
  if (rated.length < 2) return undefined
  const sum = (of: (offer: Offer) => number) => rated.reduce((total, offer) => total + of(offer), 0)
  const reviews = sum(({ review_count }) => review_count)
  return { average: sum(({ rating_sum }) => rating_sum) / reviews, offers: offers.length, reviews }
}
