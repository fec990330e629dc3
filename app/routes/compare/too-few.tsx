import { dealListPath } from '~/features/catalog/deals/list/active-filters'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

/** One deal, or none: nothing to compare yet. */
export function TooFew({ deal }: { deal: { slug: string; title: string } | undefined }) {
  if (!deal) {
    return (
      <EmptyState
        icon="scale"
        title="Nothing to compare yet"
        text="Choose two to four deals with their Compare buttons."
      >
        <ButtonLink to="/deals">Browse deals</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="scale" title={`${deal.title} is chosen`} text="Choose at least one more deal to compare it with.">
      <ButtonLink to={dealListPath({ d: [deal.slug] })}>Add another</ButtonLink>
      <ButtonLink to={`/deals/${deal.slug}`} tone="ghost">
        Back to the deal
      </ButtonLink>
    </EmptyState>
  )
}
