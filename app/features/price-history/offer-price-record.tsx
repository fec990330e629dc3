import { Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { formatDate, LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { OfferLine, offerPrices } from './offer-prices'

type OfferPriceRecordProps = { record: NonNullable<ReturnType<typeof offerPrices>>; now: Date }

/** The dashes of lines, so that they differ without color; the line of this offer is solid. */
const DASHES = [undefined, '8 4', '2 3', '12 3 2 3', '5 2', '14 5', '2 6', '9 3 2 3 2 3']

/** The prices of all offers of a product: lines over time, and a table behind them. */
export function OfferPriceRecord({ record, now }: OfferPriceRecordProps) {
  const { lines, offers, rows, currency, isCut } = record
  const others = offers - lines.length
  return (
    <section className="detail__part" aria-labelledby="offer-prices">
      <div>
        <h3 className="title" id="offer-prices">
          Prices of all offers
        </h3>
        <p className="small muted mt-1">
          {`${pluralize(offers, 'offer')} on record. The chart has ${lines.length} of them in ${currency}.`}
          {others > 0 ? ` ${others} more ${others === 1 ? 'is' : 'are'} only in the table.` : null}
        </p>
      </div>
      {lines.length > 0 ? <OfferChart record={record} now={now} /> : null}
      <details className="offers-fold">
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
            {rows.map(({ id, recorded_at, slug, platform, year, deal_price, currency }) => (
              <tr key={id}>
                <th scope="row">
                  <LocalDate value={recorded_at} />
                </th>
                <td>
                  <Link className="link" to={`/deals/${slug}`}>{`${platform}, ${year}`}</Link>
                </td>
                <td>{deal_price === null ? 'Not listed' : formatMoney(deal_price, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function OfferChart({ record: { lines, highest, since, currency }, now }: OfferPriceRecordProps) {
  const [from, to] = [formatDate(since), formatDate(now)]
  return (
    <>
      <figure className="chart chart--price" aria-labelledby="offer-prices-chart">
        <figcaption className="sr-only" id="offer-prices-chart">
          {`Prices of ${pluralize(lines.length, 'offer')} from ${from} to ${to}. The table below has the same prices.`}
        </figcaption>
        <div className="chart__y" aria-hidden="true">
          {[highest, highest / 2, 0].map((cents, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all are 0 where everything is free
            <span key={index}>{formatMoney((cents / 100).toFixed(2), currency)}</span>
          ))}
        </div>
        <div className="chart__plot" aria-hidden="true">
          <svg viewBox="0 0 1000 300" preserveAspectRatio="none" aria-hidden="true">
            {[0, 150, 300].map((y) => (
              <line key={y} className="chart__grid" x2="1000" y1={y} y2={y} />
            ))}
            {/* This offer is drawn last, above the others. */}
            {lines.map((line, index) => <Line key={line.slug} line={line} index={index} d={line.path} />).reverse()}
          </svg>
        </div>
        <div className="chart__x" aria-hidden="true">
          <span>{from}</span>
          <span>{to}</span>
        </div>
      </figure>
      <ul className="chart-legend">
        {lines.map((line, index) => (
          <li key={line.slug}>
            <svg viewBox="0 0 40 8" width="40" height="8" aria-hidden="true">
              <Line line={line} index={index} d="M0,4H40" />
            </svg>
            <Link className="link" to={`/deals/${line.slug}`}>{`${line.platform}, ${line.year}`}</Link>
            {line.isThis ? ' (this offer)' : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ line, index, d }: { line: OfferLine; index: number; d: string }) {
  return (
    <path
      className={line.isThis ? 'chart__line chart__line--this' : 'chart__line chart__line--other'}
      d={d}
      strokeDasharray={line.isThis ? undefined : (DASHES[index] ?? '3 3')}
    />
  )
}
