import type { MergePairs, ProductSide } from '~/features/products/product-merge'
import { MergeFate, MergeFates } from '~/ui/merge'
import { pluralize } from '~/ui/pluralize'

type Side = Pick<ProductSide, 'name' | 'offers' | 'vendor' | 'vendor_id' | 'website_url'>
type ProductFatesProps = { from: Side; into: Side; pairs: MergePairs }

/** What moves, what stays, and that no address changes. */
export function ProductFates({ from, into, pairs }: ProductFatesProps) {
  const takesWebsite = !into.website_url && from.website_url
  return (
    <MergeFates>
      <MergeFate icon="arrow-right" title="Moves">
        <li>{`${pluralize(from.offers, 'offer')}, drafts included, with reviews, prices and clicks`}</li>
        {pairs.decided > 0 ? <li>{`${pluralize(pairs.decided, 'decision')} that a pair is not the same`}</li> : null}
        {pairs.goes > 0 ? <li>{`${pluralize(pairs.goes, 'suggestion')}, to be decided`}</li> : null}
        {takesWebsite ? <li>The website, as the one that stays has none</li> : null}
      </MergeFate>
      <MergeFate icon="check" title="Stays">
        <li>Every review with the offer that it was written for. The rating counts all of them.</li>
        <li>The price record of each offer.</li>
        <li>
          {takesWebsite ? 'Name and vendor of ' : 'Name, vendor and website of '}
          <bdi>{into.name}</bdi>
          {'. Those of '}
          <bdi>{from.name}</bdi>
          {' are deleted.'}
        </li>
        {into.vendor_id === from.vendor_id ? null : (
          <li>
            {'The vendor name on each offer. The product belongs to '}
            <bdi>{into.vendor}</bdi>
            {', and no longer to '}
            <bdi>{from.vendor}</bdi>.
          </li>
        )}
      </MergeFate>
      <MergeFate icon="link" title="Redirects">
        <li>Nothing. Every offer keeps its public address.</li>
      </MergeFate>
    </MergeFates>
  )
}
