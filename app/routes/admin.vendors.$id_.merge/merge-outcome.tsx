import type { VendorSide } from '~/features/vendors/vendor-merge'
import { MergeFate, MergeFates } from '~/ui/merge'
import { pluralize } from '~/ui/pluralize'

/** What moves, what stays and what redirects. */
export function MergeOutcome({ from, into }: { from: VendorSide; into: VendorSide }) {
  const { deals, products, names } = from
  return (
    <MergeFates>
      <MergeFate icon="arrow-right" title="Moves">
        {deals > 0 ? <li>{`${pluralize(deals, 'deal')}, drafts included`}</li> : null}
        {products > 0 ? <li>{`${pluralize(products, 'product')}, to be compared with the others again`}</li> : null}
        {names > 0 ? <li>{`${pluralize(names, 'name')}, by which later imports find the vendor`}</li> : null}
      </MergeFate>
      <MergeFate icon="check" title="Stays">
        <li>
          {'Name, website, status and note of '}
          <bdi>{into.name}</bdi>
          {'. Those of '}
          <bdi>{from.name}</bdi>
          {' are deleted.'}
        </li>
        <li>The vendor name on each deal, as it was entered.</li>
        <li>Every product. Two that are the same are merged on their own screen.</li>
      </MergeFate>
      <MergeFate icon="link" title="Redirects">
        {[from.slug, ...from.former_slugs].map((slug) => (
          <li key={slug}>
            <code>{`/vendors/${slug}`}</code>
            {' to '}
            <code>{`/vendors/${into.slug}`}</code>
          </li>
        ))}
      </MergeFate>
    </MergeFates>
  )
}
