import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'
import { cheapestOpen, type Offer, sortOffers } from './offer'

type ProductOffersProps = {
  offers: Offer[]
  /** The deal whose page this is, if it is one's. */
  thisId?: string
}

/** The offers of a product: open ones and those to come, with earlier rounds folded, unless there is nothing else. */
export function ProductOffers({ offers, thisId = '' }: ProductOffersProps) {
  const { current, ended } = sortOffers(offers, thisId)
  const rounds = <OfferList offers={ended} thisId={thisId} className="offers offers--past" />
  return (
    <div className="offers-block">
      {current.length > 0 ? (
        <OfferList offers={current} thisId={thisId} cheapest={cheapestOpen(offers)} className="offers" />
      ) : null}
      {ended.length > 0 && current.length > 0 ? (
        <details className="fold">
          <summary>
            <Icon name="plus" />
            {pluralize(ended.length, 'earlier round')}
          </summary>
          {rounds}
        </details>
      ) : null}
      {ended.length > 0 && current.length === 0 ? rounds : null}
    </div>
  )
}

type OfferListProps = { offers: Offer[]; thisId?: string; cheapest?: string; className: string }

export function OfferList({ offers, thisId, cheapest, className }: OfferListProps) {
  return (
    <ul className={className}>
      {offers.map((offer) => (
        <li key={offer.id}>
          {offer.id === thisId ? (
            <span className="offers__name">{`${offer.platform}, this offer`}</span>
          ) : (
            <Link className="offers__name" to={`/deals/${offer.slug}`}>
              {offer.platform}
            </Link>
          )}
          {offer.deal_price === null ? (
            <span className="offers__none">Not listed</span>
          ) : (
            <Price amount={offer.deal_price} currency={offer.currency} />
          )}
          <span className="offers__when">{periodOf(offer)}</span>
          <span className="offers__state">
            <DealStatusBadge status={offer.shown_status} />
            {offer.id === cheapest ? (
              <span className="offers__mark">
                <Icon name="trending-down" />
                Cheapest open
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** "11 Nov 2024 to 3 Dec 2024", "Since 20 Nov 2026", "From 2 Dec 2026". */
function periodOf({ start_date, end_date, shown_status }: Offer) {
  if (end_date) return `${formatDate(start_date)} to ${formatDate(end_date)}`
  return `${shown_status === 'UPCOMING' ? 'From' : 'Since'} ${formatDate(start_date)}`
}
