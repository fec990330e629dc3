import { Link } from '@remix-run/react'
import { DealState } from '~/features/catalog/deals/deal-status-badge'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { classes } from '~/ui/classes'
import { Fold } from '~/ui/fold'
import { Icon } from '~/ui/icon'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { formatMonth } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import { cheapestOpen, type Offer, sortOffers } from './offer'

type ProductOffersProps = {
  offers: Offer[]
  /** The deal whose page this is, if it is one's. */
  thisId?: string
  /** How many are not folded. */
  shown?: number
}

/** The offers of a product, open ones first. */
export function ProductOffers({ offers, thisId = '', shown = 8 }: ProductOffersProps) {
  const sorted = sortOffers(offers, thisId)
  const folded = sorted.slice(shown)
  return (
    <div>
      <OfferList offers={sorted.slice(0, shown)} thisId={thisId} cheapest={cheapestOpen(offers)} />
      {folded.length > 0 ? (
        <Fold summary={pluralize(folded.length, 'earlier offer')} open={folded.some(({ id }) => id === thisId)}>
          <OfferList offers={folded} thisId={thisId} />
        </Fold>
      ) : null}
    </div>
  )
}

type OfferListProps = { offers: Offer[]; thisId?: string; cheapest?: string }

/** One line an offer: month, platform, price or discount, code and status. Phones have two, without the platform. */
export function OfferList({ offers, thisId, cheapest }: OfferListProps) {
  return (
    <ul className={LEDGER_RULES}>
      {offers.map((offer) => {
        const isThis = offer.id === thisId
        const isOpen = offer.shown_status === 'ACTIVE' || offer.shown_status === 'ENDING_SOON'
        return (
          <li
            key={offer.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-2 py-2.5 not-first:border-t not-first:border-border aria-[current]:bg-muted sm:grid-cols-[5rem_minmax(0,1fr)_7rem_minmax(0,7rem)_8rem]"
            aria-current={isThis || undefined}
          >
            <OfferMonth offer={offer} isThis={isThis} />
            <span className="text-small text-muted-foreground max-sm:hidden">{offer.platform}</span>
            <OfferedPrice deal={offer} size="sm" className={classes('text-end', !isOpen && 'text-muted-foreground')} />
            <span className="text-caption wrap-anywhere text-muted-foreground">{offer.coupon_code}</span>
            <span className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1">
              {offer.id === cheapest ? (
                <span className="inline-flex items-center gap-1.5 text-caption font-semibold text-verified">
                  <Icon name="trending-down" className="size-4" />
                  Cheapest open
                </span>
              ) : null}
              {isThis ? (
                <span className="text-small text-muted-foreground">This offer</span>
              ) : (
                <DealState deal={offer} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function OfferMonth({ offer: { slug, start_date, platform }, isThis }: { offer: Offer; isThis: boolean }) {
  const look = 'inline-flex min-h-6 items-center font-semibold whitespace-nowrap'
  const month = formatMonth(new Date(start_date))
  if (isThis) return <span className={look}>{month}</span>
  return (
    <Link className={classes(look, 'decoration-border-strong')} to={`/deals/${slug}`} discover="none">
      {month}
      <span className="sr-only">{` on ${platform}`}</span>
    </Link>
  )
}
