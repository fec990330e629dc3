import { toCents } from '~/features/catalog/deals/deal'
import { Chart } from '~/ui/chart'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { comparablePrices, type PricePoint, priceCurve } from './price-history'

type PriceChartProps = {
  /** At least one, oldest first. */
  points: PricePoint[]
  /** The right edge of the chart. */
  now: Date
}

/** Prices as steps over time, from zero up. Nothing without a price in the deal's current currency. */
export function PriceChart({ points, now }: PriceChartProps) {
  const prices = comparablePrices(points)
  const [first] = prices
  if (!first) return null
  const from = formatDate(first.recorded_at)
  const to = formatDate(now)
  const highest = Math.max(...prices.map(({ deal_price }) => toCents(deal_price)))
  return (
    <Chart
      className="chart--price"
      label={`Deal price from ${from} to ${to}. The table below has the same prices.`}
      points={priceCurve(points, now)}
      end={now.getTime()}
      isStep
      ticks={[highest, highest / 2, 0]}
      xLabels={[from, to]}
      format={(cents) => formatMoney((cents / 100).toFixed(2), first.currency)}
    />
  )
}
