import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { PricePeriod } from '~/db/schema'
import { offeredText, regularPriceText } from '~/features/catalog/deals/regular-price'
import { Chart } from '~/ui/chart'
import { classes } from '~/ui/classes'
import { Fold } from '~/ui/fold'
import { Icon } from '~/ui/icon'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { formatDate, LocalDate } from '~/ui/local-date'
import { formatMoney, fromParts, toParts } from '~/ui/money'
import { PANEL_TITLE, PagePart } from '~/ui/page-part'
import { pluralize } from '~/ui/pluralize'
import { chartNotes, OfferChart } from './offer-chart'
import type { OfferPriceRecord } from './offer-prices'
import { type PlanPricePoint, planPriceChanges } from './plan-prices'
import { comparablePrices, isLowestOnRecord, type PricePoint, priceCurve } from './price-history'

type RecordedPrice = PricePoint & {
  id: number
  original_price: string | null
  regular_price_period: PricePeriod | null
  is_from_file?: boolean
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
  const first = points.find((point) => !point.is_from_file) ?? points[0]
  if (!first) return null
  return (
    <PagePart aria-labelledby="price-record">
      <div>
        <h3 className={PANEL_TITLE} id="price-record">
          Price record
        </h3>
        <p className="mt-1 text-small text-muted-foreground">
          {'Tracked since '}
          <LocalDate value={first.recorded_at} />.
          {ofOffers ? [` ${pluralize(ofOffers.offers, 'offer')} on record.`, ...chartNotes(ofOffers)].join(' ') : null}
        </p>
      </div>
      {isLowestOnRecord(points) && !ofOffers?.hasLower ? (
        <p className="flex items-center gap-2 font-semibold text-verified">
          <Icon name="trending-down" />
          Lowest price on record
        </p>
      ) : null}
      {ofOffers?.lines.length ? (
        <OfferChart record={ofOffers} now={now} />
      ) : points.length > 1 ? (
        <PriceChart points={points} now={now} />
      ) : null}
      <PriceTable
        caption="Prices of this offer by date, the newest first"
        heads={['Deal price', 'Original price']}
        rows={points.toReversed().map((point) => ({
          id: point.id,
          on: point.recorded_at,
          cells: [
            priceText(point),
            point.is_from_file ? 'Entered from a file' : (regularPriceText(point) ?? 'Not listed'),
          ],
        }))}
      />
      <PlanPriceList points={ofPlans} />
      {ofOffers ? <OfferPriceTable record={ofOffers} /> : null}
    </PagePart>
  )
}

/** The prices of all offers of a product, folded behind the chart. */
function OfferPriceTable({ record: { rows, isCut } }: { record: OfferPriceRecord }) {
  return (
    <Fold summary="Prices of all offers as a table">
      {isCut ? <p className="text-small text-muted-foreground">Only the newest prices are listed.</p> : null}
      <PriceTable
        caption="Prices of all offers by date, the newest first"
        heads={['Offer', 'Price']}
        rows={rows.map(({ id, recorded_at, slug, platform, year, isThis, ...price }) => ({
          id,
          on: recorded_at,
          cells: [
            <>
              <Link className="link" to={`/deals/${slug}`}>{`${platform}, ${year}`}</Link>
              {isThis ? ' (this offer)' : null}
            </>,
            priceText(price),
          ],
        }))}
      />
    </Fold>
  )
}

const priceText = (price: Pick<PricePoint, 'deal_price' | 'deal_price_period' | 'currency'>) =>
  offeredText({ ...price, discount_percent: null }) ?? 'Not listed'

const CELLS = '*:py-2.25 *:text-end *:first:text-start *:not-first:ps-3 *:not-last:pe-3'

type PriceTableProps = {
  caption: string
  /** Of the columns after the date. */
  heads: [string, string]
  rows: { id: number; on: Date | string; cells: [ReactNode, ReactNode] }[]
}

function PriceTable({ caption, heads, rows }: PriceTableProps) {
  return (
    <table className={classes(LEDGER_RULES, 'text-control')}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className={CELLS}>
          {['Date', ...heads].map((head) => (
            <th key={head} className="text-caption text-muted-foreground" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, on, cells: [first, second] }) => (
          <tr key={id} className={`${CELLS} border-t border-border`}>
            <th className="font-normal whitespace-nowrap" scope="row">
              <LocalDate value={on} />
            </th>
            <td className="font-semibold">{first}</td>
            <td className="text-muted-foreground">{second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the plans of a deal cost before; nothing when no price of a plan has changed. */
function PlanPriceList({ points }: { points: PlanPricePoint[] }) {
  const changes = planPriceChanges(points)
  if (changes.length === 0) return null
  return (
    <div>
      <h4>Prices of the plans</h4>
      <ul className="mt-1.5 grid gap-1 text-small text-muted-foreground">
        {changes.map(({ plan, now, before, since }) => (
          <li key={plan}>
            <bdi>{plan}</bdi>
            {': '}
            <b className="font-semibold text-foreground">{now ?? 'no longer offered'}</b>
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
  const highest = Math.max(...prices.map(({ deal_price }) => toParts(deal_price)))
  return (
    <Chart
      height="part"
      label={`Deal price from ${from} to ${to}. The table below has the same prices.`}
      points={priceCurve(points, now)}
      end={now.getTime()}
      isStep
      ticks={[highest, highest / 2, 0]}
      xLabels={[from, to]}
      format={(parts) => formatMoney(fromParts(parts, first.currency), first.currency)}
    />
  )
}
