import type { PricePeriod } from '~/db/schema'
import { toParts } from '~/ui/money'

export type PricePoint = {
  deal_price: string | null
  deal_price_period: PricePeriod
  currency: string
  recorded_at: Date | string
}

/**
 * The lowest price on record with its day: since when it holds, or when it was last recorded if the deal costs more
 * now. Points are in their order. Undefined without a price in the deal's current currency and period.
 */
export function lowestOnRecord(points: PricePoint[]) {
  const prices = comparablePrices(points)
  const lowest = Math.min(...prices.map(({ deal_price }) => toParts(deal_price)))
  const isLowest = ({ deal_price }: PricePoint) => deal_price !== null && toParts(deal_price) === lowest
  const last = prices.findLastIndex(isLowest)
  if (last === -1) return undefined
  const before = prices.slice(0, last).findLastIndex((point) => !isLowest(point))
  return {
    price: prices[last]!.deal_price,
    since: prices[before + 1]!.recorded_at,
    isCurrent: isLowest(points.at(-1)!),
  }
}

/** Whether the current price is the lowest on record and a higher one was recorded. */
export function isLowestOnRecord(points: PricePoint[]): boolean {
  const prices = comparablePrices(points).map(({ deal_price }) => toParts(deal_price))
  const latest = points.at(-1)?.deal_price
  if (latest === null || latest === undefined) return false
  return toParts(latest) === Math.min(...prices) && toParts(latest) < Math.max(...prices)
}

/**
 * The deal price over time for a step chart: `x` in milliseconds, `value` in parts of a unit. A price holds until the
 * next one is recorded, the last one until `now` or until the deal has no price.
 */
export function priceCurve(points: PricePoint[], now: Date) {
  const prices = comparablePrices(points).map(({ deal_price, recorded_at }) => ({
    x: new Date(recorded_at).getTime(),
    value: toParts(deal_price),
  }))
  const latest = points.at(-1)
  const last = prices.at(-1)
  if (!latest || !last) return []
  const end = latest.deal_price === null ? new Date(latest.recorded_at) : now
  return [...prices, { ...last, x: end.getTime() }]
}

/** The points with a price in the deal's current currency, paid as often as now. */
export function comparablePrices(points: PricePoint[]) {
  const { currency, deal_price_period: period } = points.at(-1) ?? {}
  return points.filter(
    (point): point is PricePoint & { deal_price: string } =>
      point.deal_price !== null && point.currency === currency && point.deal_price_period === period,
  )
}
