import type { MergeSide } from '~/features/categories/merge'
import { MergeFate, MergeFates } from '~/ui/merge'
import { pluralize } from '~/ui/pluralize'

type MergeOutcomeProps = { from: MergeSide; into: MergeSide }

/** What moves, what redirects and what is deleted. */
export function MergeOutcome({ from, into }: MergeOutcomeProps) {
  const { deals, subcategories } = from
  return (
    <MergeFates>
      <MergeFate icon="arrow-right" title="Moves">
        {deals > 0 ? <li>{`${pluralize(deals, 'deal')}, drafts included`}</li> : null}
        {subcategories > 0 ? (
          <li>{`${pluralize(subcategories, 'subcategory', 'subcategories')}, with their names and URLs`}</li>
        ) : null}
        {deals + subcategories === 0 ? <li>Nothing, it is empty</li> : null}
      </MergeFate>
      <MergeFate icon="link" title="Redirects">
        {[from.slug, ...from.former_slugs].map((slug) => (
          <li key={slug}>
            <code>{`/categories/${slug}`}</code>
            {' to '}
            <code>{`/categories/${into.slug}`}</code>
          </li>
        ))}
      </MergeFate>
      <MergeFate icon="trash-2" title="Is deleted">
        <li>
          {'The name and description of '}
          <bdi>{from.full_name}</bdi>
        </li>
        {from.has_seo ? <li>Its SEO entry</li> : null}
      </MergeFate>
    </MergeFates>
  )
}
