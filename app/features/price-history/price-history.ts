import { toCents } from '~/features/deals/deal'

export type PricePoint = { deal_price: string | null; currency: string; recorded_at: Date | string }

/**
 * The lowest price ever recorded in the currency that the deal has now; undefined without a price.
 * Prices in other currencies are not compared.
 */
export function lowestPrice(points: PricePoint[]): string | undefined {
  return comparablePrices(points).reduce<string | undefined>(
    (lowest, { deal_price }) => (lowest === undefined || toCents(deal_price) < toCents(lowest) ? deal_price : lowest),
    undefined,
  )
}

/** The same for the highest price: the top of the chart. */
export function highestPrice(points: PricePoint[]): string | undefined {
  return comparablePrices(points).reduce<string | undefined>(
    (highest, { deal_price }) =>
      highest === undefined || toCents(deal_price) > toCents(highest) ? deal_price : highest,
    undefined,
  )
}

/** True when the price of today is the lowest on record and there was a higher one. */
export function isLowestOnRecord(points: PricePoint[]): boolean {
  const prices = comparablePrices(points).map(({ deal_price }) => toCents(deal_price))
  const latest = points.at(-1)?.deal_price
  if (latest === null || latest === undefined) return false
  return toCents(latest) === Math.min(...prices) && toCents(latest) < Math.max(...prices)
}

/**
 * The corners of a step chart in a box of `width` by `height`, left to right: a price holds until the next one is
 * recorded, the last one until `now` or until the deal lost its price. The box spans from zero to the highest price, so
 * that steps keep their proportion.
 */
export function stepChart(points: PricePoint[], { width, height, now }: { width: number; height: number; now: Date }) {
  const prices = comparablePrices(points)
  const [first] = prices
  if (!first) return []

  const from = new Date(first.recorded_at).getTime()
  const span = Math.max(now.getTime() - from, 1)
  const across = (time: Date | string) => round(Math.min((new Date(time).getTime() - from) / span, 1) * width)
  const latest = points.at(-1)!
  const end = latest.deal_price === null ? across(latest.recorded_at) : width
  const highest = Math.max(...prices.map(({ deal_price }) => toCents(deal_price)), 1)
  const steps = prices.map(({ deal_price, recorded_at }) => ({
    x: across(recorded_at),
    y: round((1 - toCents(deal_price) / highest) * height),
  }))
  return steps.flatMap((step, i) => [step, { x: steps[i + 1]?.x ?? end, y: step.y }])
}

/** The points that have a price in the currency that the deal has now. */
export function comparablePrices(points: PricePoint[]) {
  const currency = points.at(-1)?.currency
  return points.filter(
    (point): point is PricePoint & { deal_price: string } => point.deal_price !== null && point.currency === currency,
  )
}

const round = (value: number) => Math.round(value * 100) / 100
