import { formatMoney } from '~/ui/money'

export type PlanPricePoint = {
  plan: string
  /** Null when the plan is no longer offered. */
  price: string | null
  currency: string
  recorded_at: Date | string
}

/**
 * Of each plan with more than one price on record its latest price, since when it holds, and the price before. Plans
 * that are no longer offered come last. Points are in their order.
 */
export function planPriceChanges(points: PlanPricePoint[]) {
  const changes = [...Map.groupBy(points, ({ plan }) => plan).values()].flatMap((ofPlan) => {
    const latest = ofPlan.at(-1)!
    const before = ofPlan.slice(0, -1).findLast(({ price }) => price !== null)
    return before
      ? [{ plan: latest.plan, now: priceText(latest), before: priceText(before), since: latest.recorded_at }]
      : []
  })
  return [...changes.filter(({ now }) => now !== undefined), ...changes.filter(({ now }) => now === undefined)]
}

function priceText({ price, currency }: PlanPricePoint) {
  return price === null ? undefined : formatMoney(price, currency)
}
