import { Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import type { OfferPriceRecord } from './offer-prices'

/** The prices of all offers of a product, folded behind the chart. */
export function OfferPriceTable({ record: { rows, isCut } }: { record: OfferPriceRecord }) {
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
