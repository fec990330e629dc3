import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { comparablePrices, highestPrice, type PricePoint, stepChart } from './price-history'

const WIDTH = 1000
const HEIGHT = 300

type PriceChartProps = {
  points: PricePoint[]
  /** The right end of the axis. The last price holds until then. */
  now: Date
}

/**
 * Prices as steps over time, from zero up. The picture stretches with the page; words and the dot keep their shape
 * because they stand outside of the stretched part.
 */
export function PriceChart({ points, now }: PriceChartProps) {
  const corners = stepChart(points, { width: WIDTH, height: HEIGHT, now })
  const { currency } = points.at(-1)!
  const [first, last] = [corners[0], corners.at(-1)]
  const highest = highestPrice(points)
  if (!first || !last || highest === undefined) return null

  const line = corners.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const from = new Date(comparablePrices(points)[0]!.recorded_at)
  return (
    <figure className="chart chart--price" aria-labelledby="price-chart">
      <figcaption className="sr-only" id="price-chart">
        {`Deal price from ${formatDate(from)} to ${formatDate(now)}. The table below has the same prices.`}
      </figcaption>
      <div className="chart__y" aria-hidden="true">
        {[highest, (Number(highest) / 2).toFixed(2), '0.00'].map((price) => (
          <span key={price}>{formatMoney(price, currency)}</span>
        ))}
      </div>
      <div className="chart__plot">
        <svg aria-hidden="true">
          <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
            {[0, HEIGHT / 2, HEIGHT].map((y) => (
              <line key={y} className="chart__grid" x2={WIDTH} y1={y} y2={y} />
            ))}
            <path className="chart__area" d={`${line}V${HEIGHT}H${first.x}Z`} />
            <path className="chart__line" d={line} />
          </svg>
          <circle className="chart__dot" cx={`${(last.x / WIDTH) * 100}%`} cy={`${(last.y / HEIGHT) * 100}%`} r="4" />
        </svg>
      </div>
      <div className="chart__x" aria-hidden="true">
        <span>{formatDate(from)}</span>
        <span>{formatDate(now)}</span>
      </div>
    </figure>
  )
}
