import { Link } from '@remix-run/react'
import { isOpenStatus } from '~/features/deals/deal'
import { DealStatusBadge } from '~/features/deals/deal-status-badge'
import { cheapestOpen, type Offer, ratingOverOffers, sortOffers } from '~/features/products/offer'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'
import type { ShownDeal } from './shown-deal'

type OffersProps = { deal: Pick<ShownDeal, 'id' | 'title' | 'shown_status'>; offers: Offer[] }

/** The offers of the product of a deal; left out where the deal is the only one. */
export function Offers({ deal, offers }: OffersProps) {
  if (!offers.some(({ id }) => id !== deal.id)) return null
  const { current, ended } = sortOffers(offers, deal.id)
  const cheapest = cheapestOpen(offers)
  const rating = ratingOverOffers(offers)
  const open = offers.filter(({ shown_status }) => isOpenStatus(shown_status)).length
  const rounds = <OfferList offers={ended} thisId={deal.id} className="offers offers--past" />
  return (
    <section className="detail__part" aria-labelledby="offers">
      <div>
        <h2 className="title" id="offers">
          Other offers and earlier rounds
        </h2>
        <p className="small muted mt-1">
          {`${pluralize(offers.length, 'offer')} of `}
          <bdi>{deal.title}</bdi>
          {` on record, ${open === 0 ? 'none' : open} open.`}
          {rating
            ? ` Rated ${rating.average.toFixed(1)} over ${pluralize(rating.offers, 'offer')}, ${pluralize(rating.reviews, 'review')}.`
            : null}
        </p>
      </div>
      <div className="offers-block">
        {current.length > 0 ? (
          <OfferList offers={current} thisId={deal.id} cheapest={cheapest} className="offers" />
        ) : null}
        {ended.length > 0 && current.length > 0 ? (
          <details className="offers-fold">
            <summary>
              <Icon name="plus" />
              {pluralize(ended.length, 'earlier round')}
            </summary>
            {rounds}
          </details>
        ) : null}
        {ended.length > 0 && current.length === 0 ? rounds : null}
      </div>
    </section>
  )
}

type OfferListProps = { offers: Offer[]; thisId: string; cheapest?: string; className: string }

function OfferList({ offers, thisId, cheapest, className }: OfferListProps) {
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
