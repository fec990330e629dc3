import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { ratingOverOffers } from '~/features/catalog/products/offer'
import { ProductOffers } from '~/features/catalog/products/offer-list'
import { PagePart } from '~/ui/page-part'
import { pluralize } from '~/ui/pluralize'
import { Seal } from '~/ui/seal'
import { useDeal } from './use-deal'

/** The offers of the product of a deal; left out where the deal is the only one. */
export function Offers() {
  const { deal, offers } = useDeal()
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

/** On a deal that is not open: up to three of its category that are. */
export function OpenDeals() {
  const { alternatives, today } = useDeal()
  if (!alternatives) return null
  const { category, deals, open } = alternatives
  return (
    <PagePart aria-labelledby="open-deals">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-h3" id="open-deals">{`Open now in ${category.name}`}</h2>
        <Link className="link text-small" to={dealListPath({ category: category.slug, open: '1' })} discover="none">
          {`All ${open.toLocaleString('en-US')} open`}
        </Link>
      </div>
      <ul className="grid gap-3 lg:grid-cols-3">
        {deals.map((deal) => (
          <li
            key={deal.slug}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-md border border-border bg-card p-4 transition-colors hover:border-foreground"
          >
            <Seal seed={deal.slug} title={deal.title} size="sm" />
            <p className="text-caption text-muted-foreground">
              <Link
                className="block text-base leading-snug font-semibold text-foreground no-underline after:absolute after:inset-0"
                to={`/deals/${deal.slug}`}
                discover="none"
              >
                <bdi>{deal.title}</bdi>
              </Link>
              by <bdi>{deal.vendor_name}</bdi>
            </p>
            <p className="col-span-full flex items-baseline justify-between gap-2 text-caption text-muted-foreground">
              <OfferedPrice deal={deal} size="sm" className="text-foreground" />
              <AvailabilityDate deal={deal} today={today} form="row" />
            </p>
          </li>
        ))}
      </ul>
    </PagePart>
  )
}
