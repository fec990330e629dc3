import { type Offer, ratingOverOffers } from '~/features/catalog/products/offer'
import { ProductOffers } from '~/features/catalog/products/offer-list'
import { PagePart } from '~/ui/page-part'
import { pluralize } from '~/ui/pluralize'
import type { ShownDeal } from './shown-deal'

type OffersProps = {
  deal: Pick<ShownDeal, 'id' | 'title'>
  offers: Offer[]
}

/** The offers of the product of a deal; left out where the deal is the only one. */
export function Offers({ deal, offers }: OffersProps) {
  if (!offers.some(({ id }) => id !== deal.id)) return null
  const rating = ratingOverOffers(offers)
  const note = rating
    ? `Rated ${rating.average.toFixed(1)} over ${pluralize(rating.offers, 'offer')}, ${pluralize(rating.reviews, 'review')}.`
    : undefined
  return (
    <PagePart aria-labelledby="offers">
      <div>
        <h2 className="text-title" id="offers">
          Offers of <bdi>{deal.title}</bdi>
        </h2>
        {note ? <p className="mt-1 text-small text-muted-foreground">{note}</p> : null}
      </div>
      <ProductOffers offers={offers} thisId={deal.id} />
    </PagePart>
  )
}
