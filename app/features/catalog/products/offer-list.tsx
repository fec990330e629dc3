import { Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { classes } from '~/ui/classes'
import { Fold } from '~/ui/fold'
import { Icon } from '~/ui/icon'
import { LEDGER_RULES } from '~/ui/ledger-rules'
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
  const rounds = <OfferList offers={ended} thisId={thisId} look="past" />
  return (
    <div>
      {current.length > 0 ? (
        <OfferList
          offers={current}
          thisId={thisId}
          cheapest={cheapestOpen(offers)}
          look={ended.length > 0 ? 'continued' : 'whole'}
        />
      ) : null}
      {ended.length > 0 && current.length > 0 ? (
        <Fold summary={pluralize(ended.length, 'earlier round')}>{rounds}</Fold>
      ) : null}
      {ended.length > 0 && current.length === 0 ? rounds : null}
    </div>
  )
}

const LOOKS = {
  whole: LEDGER_RULES,
  /** A fold of earlier rounds follows. */
  continued: 'border-t-2 border-t-foreground border-b border-b-border',
  past: 'border-t border-t-border border-b-4 border-double border-b-border-strong',
}
const PRICE = 'justify-self-end sm:col-start-4 sm:row-start-1'

type OfferListProps = {
  offers: Offer[]
  thisId?: string
  cheapest?: string
  look?: keyof typeof LOOKS
  className?: string
}

/** One line an offer, two on phones. */
export function OfferList({ offers, thisId, cheapest, look = 'whole', className }: OfferListProps) {
  return (
    <ul className={classes(LOOKS[look], className)}>
      {offers.map((offer) => (
        <li
          key={offer.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-3 not-first:border-t not-first:border-border sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1.2fr)_12.5rem_6.5rem] sm:items-center"
        >
          {offer.id === thisId ? (
            <span className="inline-flex min-h-6 items-center font-semibold">{`${offer.platform}, this offer`}</span>
          ) : (
            <Link
              className="inline-flex min-h-6 items-center font-semibold decoration-border-strong"
              to={`/deals/${offer.slug}`}
            >
              {offer.platform}
            </Link>
          )}
          {offer.deal_price === null ? (
            <span className={classes('text-small text-muted-foreground', PRICE)}>Not listed</span>
          ) : (
            <Price
              amount={offer.deal_price}
              currency={offer.currency}
              size="sm"
              className={classes(PRICE, look === 'past' && 'text-muted-foreground')}
            />
          )}
          <span className="text-small text-muted-foreground">{periodOf(offer)}</span>
          <span className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1.5 justify-self-end sm:justify-start sm:justify-self-start">
            <DealStatusBadge status={offer.shown_status} />
            {offer.id === cheapest ? (
              <span className="inline-flex items-center gap-1.5 text-caption font-semibold text-verified">
                <Icon name="trending-down" className="size-4" />
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
