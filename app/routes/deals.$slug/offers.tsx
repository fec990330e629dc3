import { FollowButton } from '~/features/audience/following/follow-button'
import { isOpenStatus } from '~/features/catalog/deals/deal'
import { type Offer, ratingOverOffers } from '~/features/catalog/products/offer'
import { ProductOffers } from '~/features/catalog/products/offer-list'
import { PagePart } from '~/ui/page-part'
import { pluralize } from '~/ui/pluralize'
import type { ShownDeal } from './shown-deal'

type OffersProps = {
  deal: Pick<ShownDeal, 'id' | 'title' | 'shown_status'>
  offers: Offer[]
  product: { slug: string; isFollowed: boolean | undefined }
}

/** The offers of the product of a deal; left out where the deal is the only one. */
export function Offers({ deal, offers, product }: OffersProps) {
  if (!offers.some(({ id }) => id !== deal.id)) return null
  const rating = ratingOverOffers(offers)
  const open = offers.filter(({ shown_status }) => isOpenStatus(shown_status)).length
  return (
    <PagePart aria-labelledby="offers">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-title" id="offers">
            Other offers and earlier rounds
          </h2>
          <p className="mt-1 text-small text-muted-foreground">
            {`${pluralize(offers.length, 'offer')} of `}
            <bdi>{deal.title}</bdi>
            {` on record, ${open === 0 ? 'none' : open} open.`}
            {rating
              ? ` Rated ${rating.average.toFixed(1)} over ${pluralize(rating.offers, 'offer')}, ${pluralize(rating.reviews, 'review')}.`
              : null}
          </p>
        </div>
        <FollowButton kind="product" slug={product.slug} label={deal.title} isFollowed={product.isFollowed} isSmall />
      </div>
      <ProductOffers offers={offers} thisId={deal.id} />
    </PagePart>
  )
}
