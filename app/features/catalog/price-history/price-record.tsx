import { Link } from '@remix-run/react'
import type { PricePeriod } from '~/db/schema'
import { toCents } from '~/features/catalog/deals/deal'
import { regularPriceText } from '~/features/catalog/deals/regular-price'
import { Chart } from '~/ui/chart'
import { Icon } from '~/ui/icon'
import { formatDate, LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { chartNotes, OfferChart } from './offer-chart'
import type { OfferPriceRecord } from './offer-prices'
import { type PlanPricePoint, planPriceChanges } from './plan-prices'
import { comparablePrices, isLowestOnRecord, type PricePoint, priceCurve } from './price-history'

type RecordedPrice = PricePoint & {
  id: number
  original_price: string | null
  regular_price_period: PricePeriod | null
}

type PriceRecordProps = {
  /** Oldest first. */
  points: RecordedPrice[]
  /** The prices of all offers of the product, where other ones have some. */
  ofOffers: OfferPriceRecord | undefined
  /** The prices of its plans, oldest first. */
  ofPlans: PlanPricePoint[]
  now: Date
}

/** Every price that was ever saved for a deal, in a chart with those of the other offers of its product. */
export function PriceRecord({ points, ofOffers, ofPlans, now }: PriceRecordProps) {
  const [first] = points
  if (!first) return null
  return (
    <section className="detail__part" aria-labelledby="price-record">
      <div>
        <h3 className="title" id="price-record">
          Price record
        </h3>
        <p className="small muted mt-1">
          {'Tracked since '}
          <LocalDate value={first.recorded_at} />.
          {ofOffers ? [` ${pluralize(ofOffers.offers, 'offer')} on record.`, ...chartNotes(ofOffers)].join(' ') : null}
        </p>
      </div>
      {isLowestOnRecord(points) ? (
        <p className="price-low">
          <Icon name="trending-down" />
          Lowest price on record
        </p>
      ) : null}
      {ofOffers?.lines.length ? (
        <OfferChart record={ofOffers} now={now} />
      ) : points.length > 1 ? (
        <PriceChart points={points} now={now} />
      ) : null}
      <table className="prices">
        <caption className="sr-only">Prices of this offer by date, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Deal price</th>
            <th scope="col">Original price</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.id}>
              <th scope="row">
                <LocalDate value={point.recorded_at} />
              </th>
              <td>{point.deal_price === null ? 'Not listed' : formatMoney(point.deal_price, point.currency)}</td>
              <td>{regularPriceText(point) ?? 'Not listed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PlanPriceList points={ofPlans} />
      {ofOffers ? <OfferPriceTable record={ofOffers} /> : null}
    </section>
  )
}

/** The prices of all offers of a product, folded behind the chart. */
function OfferPriceTable({ record: { rows, isCut } }: { record: OfferPriceRecord }) {
  return (
    <details className="fold">
      <summary>
        <Icon name="plus" />
        Prices of all offers as a table
      </summary>
      {isCut ? <p className="small muted">Only the newest prices are listed.</p> : null}
      <table className="prices">
        <caption className="sr-only">Prices of all offers by date, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Offer</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, recorded_at, slug, platform, year, deal_price, currency, isThis }) => (
            <tr key={id}>
              <th scope="row">
                <LocalDate value={recorded_at} />
              </th>
              <td>
                <Link className="link" to={`/deals/${slug}`}>{`${platform}, ${year}`}</Link>
                {isThis ? ' (this offer)' : null}
              </td>
              <td>{deal_price === null ? 'Not listed' : formatMoney(deal_price, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** What the plans of a deal cost before; nothing when no price of a plan has changed. */
function PlanPriceList({ points }: { points: PlanPricePoint[] }) {
  const changes = planPriceChanges(points)
  if (changes.length === 0) return null
  return (
    <div>
      <h4>Prices of the plans</h4>
      <ul className="plan-prices">
        {changes.map(({ plan, now, before, since }) => (
          <li key={plan}>
            <bdi>{plan}</bdi>
            {': '}
            <b>{now ?? 'no longer offered'}</b>
            {' since '}
            <LocalDate value={since} />
            {`, before ${before}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

type PriceChartProps = {
  /** At least one, oldest first. */
  points: PricePoint[]
  /** The right edge of the chart. */
  now: Date
}

/** Prices as steps over time, from zero up. Nothing without a price in the deal's current currency. */
function PriceChart({ points, now }: PriceChartProps) {
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
