import type { PricePeriod } from '~/db/schema'
import { regularPriceText } from '~/features/catalog/deals/regular-price'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { chartNotes, OfferChart } from './offer-chart'
import { OfferPriceTable } from './offer-price-table'
import type { OfferPriceRecord } from './offer-prices'
import { PlanPriceList } from './plan-price-list'
import type { PlanPricePoint } from './plan-prices'
import { PriceChart } from './price-chart'
import { isLowestOnRecord, type PricePoint } from './price-history'

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
