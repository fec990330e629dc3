import type { PricePeriod } from '~/db/schema'
import { toParts } from '~/ui/money'

/** More offers than any product has had; older ones are left out. */
export const OFFER_LIMIT = 100
/** The newest prices of each offer, so that a page stays small. One more is read, to know whether there are others. */
export const POINTS_PER_OFFER = 30
export const TABLE_LIMIT = 200
export const LINE_LIMIT = 8

/** A price of one of the offers of a product. Dates of offers are YYYY-MM-DD. */
export type OfferPrice = {
  id: number
  deal_price: string | null
  deal_price_period: PricePeriod
  currency: string
  recorded_at: Date
  deal_id: string
  slug: string
  platform: string
  start_date: string
  end_date: string | null
}

type Step = { from: number; to: number; parts: number }
export type OfferPriceRecord = NonNullable<ReturnType<typeof offerPrices>>
export type OfferLine = { slug: string; platform: string; year: string; isThis: boolean; path: string }

const WIDTH = 1000
const HEIGHT = 300

/**
 * What the page of a deal shows of the prices of all offers: a line for each of the latest offers in the currency of
 * the deal, and the newest prices as a table. Undefined unless this deal and another one have prices. `prices` come
 * newest first.
 */
export function offerPrices(prices: OfferPrice[], thisId: string, now: Date) {
  const found = Map.groupBy(prices, ({ deal_id }) => deal_id)
  const byOffer = new Map([...found].map(([id, points]) => [id, points.slice(0, POINTS_PER_OFFER)]))
  const own = byOffer.get(thisId)
  if (!own || byOffer.size < 2) return undefined
  const [latest] = own
  const { currency } = latest!
  const isComparable = isLike(latest!)
  const listed = prices.filter((price) => byOffer.get(price.deal_id)!.includes(price))
  const drawable = [...byOffer.values()]
    .map((points) => ({ offer: points[0]!, ...stepsOf(points.toReversed(), latest!, now) }))
    .filter(({ steps }) => steps.length > 0)
    .toSorted((a, b) => rank(b) - rank(a) || b.offer.start_date.localeCompare(a.offer.start_date))
  const drawn = drawable.slice(0, LINE_LIMIT)
  const steps = drawn.flatMap((line) => line.steps)
  const since = Math.min(...steps.map(({ from }) => from), now.getTime() - 1)
  const highest = Math.max(...steps.map(({ parts }) => parts), 0)
  const lines = drawn.map(({ offer, steps }): OfferLine => {
    const { slug, platform, start_date } = offer
    const path = stepPath(steps, { since, until: now.getTime(), highest })
    return { slug, platform, year: start_date.slice(0, 4), isThis: offer.deal_id === thisId, path }
  })
  return {
    currency,
    lines,
    since: new Date(since),
    highest,
    /** Whether another offer had a lower price than this one has now. */
    hasLower: prices.some(
      (price) =>
        price.deal_id !== thisId &&
        isComparable(price) &&
        latest!.deal_price !== null &&
        toParts(price.deal_price!) < toParts(latest!.deal_price),
    ),
    /** Some lines are of rounds entered after their end, drawn at the price they were given then. */
    hasLateRounds: drawn.some(({ isEnteredLate }) => isEnteredLate),
    /** Offers without a line: more than the chart has room for, and those without a price in its currency and past. */
    beyondLimit: drawable.length - drawn.length,
    notDrawable: byOffer.size - drawable.length,
    offers: byOffer.size,
    rows: listed
      .slice(0, TABLE_LIMIT)
      .map(({ id, deal_price, deal_price_period, currency, recorded_at, slug, platform, start_date, deal_id }) => {
        const year = start_date.slice(0, 4)
        return {
          id,
          deal_price,
          deal_price_period,
          currency,
          recorded_at,
          slug,
          platform,
          year,
          isThis: deal_id === thisId,
        }
      }),
    isCut: listed.length > TABLE_LIMIT || listed.length < prices.length,
  }

  function rank({ offer }: { offer: OfferPrice }) {
    return offer.deal_id === thisId ? 1 : 0
  }
}

type Paid = Pick<OfferPrice, 'currency' | 'deal_price_period'>

/** For prices in the same currency that are paid as often. */
function isLike({ currency, deal_price_period }: Paid) {
  return (price: OfferPrice) =>
    price.deal_price !== null && price.currency === currency && price.deal_price_period === deal_price_period
}

/**
 * The prices of an offer that are like `paid` over its own period, oldest first. A round entered after its end is drawn
 * from its start to its end with the price it was last given.
 */
export function stepsOf(points: OfferPrice[], paid: Paid, now: Date): { steps: Step[]; isEnteredLate: boolean } {
  const { start_date, end_date } = points[0]!
  const start = Date.parse(start_date)
  // The last day counts as a whole.
  const end = Math.min(end_date ? Date.parse(end_date) + 86_400_000 : now.getTime(), now.getTime())
  if (end <= start) return { steps: [], isEnteredLate: false }
  const isEnteredLate = points[0]!.recorded_at.getTime() >= end
  const placed = (isEnteredLate ? points.slice(-1) : points).map((point) => {
    return { ...point, from: isEnteredLate ? start : Math.max(point.recorded_at.getTime(), start) }
  })
  const steps = placed.flatMap((point, index) => {
    const to = Math.min(placed[index + 1]?.from ?? end, end)
    return isLike(paid)(point) && to > point.from ? [{ from: point.from, to, parts: toParts(point.deal_price!) }] : []
  })
  return { steps, isEnteredLate }
}

/** Steps as an SVG path in a plot of 1000 by 300, broken where there is no price. */
export function stepPath(steps: Step[], { since, until, highest }: { since: number; until: number; highest: number }) {
  const x = (time: number) => Math.round(((time - since) / Math.max(until - since, 1)) * WIDTH * 10) / 10
  const y = (parts: number) => Math.round((1 - parts / (highest || 1)) * HEIGHT * 10) / 10
  return steps
    .map(({ from, to, parts }, index) => {
      const joins = steps[index - 1]?.to === from
      return `${joins ? `V${y(parts)}` : `M${x(from)},${y(parts)}`}H${x(to)}`
    })
    .join('')
}
