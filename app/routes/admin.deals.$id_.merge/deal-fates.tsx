import type { MergeOverlap, MergeSide } from '~/features/deals/merge'
import { MergeFate, MergeFates } from '~/ui/merge'
import { pluralize } from '~/ui/pluralize'

type DealFatesProps = { from: MergeSide; into: MergeSide; overlap: MergeOverlap }

export function DealFates({ from, into, overlap }: DealFatesProps) {
  const moving = [
    pluralize(from.reviews - overlap.reviews, 'review'),
    pluralize(from.comments, 'comment'),
    pluralize(from.change_logs, 'change report'),
    pluralize(from.bookmarks - overlap.bookmarks, 'bookmark'),
    pluralize(from.clicks, 'click'),
    pluralize(from.price_points, 'price point'),
  ]
  return (
    <MergeFates>
      <MergeFate icon="arrow-right" title="Moves">
        {moving.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </MergeFate>
      <MergeFate icon="history" title="Stays as history">
        {overlap.reviews > 0 ? (
          <li>{`${pluralize(overlap.reviews, 'person', 'people')} reviewed both. The newer review counts, the older one is kept as its earlier version.`}</li>
        ) : (
          <li>Nobody reviewed both</li>
        )}
        <li>Text, price and picture of the deal that stays do not change</li>
      </MergeFate>
      <MergeFate icon="link" title="Redirects">
        {(from.published ? [from.slug, ...from.former_slugs] : from.former_slugs).map((slug) => (
          <li key={slug}>
            <code>{`/deals/${slug}`}</code>
            {' to '}
            <code>{`/deals/${into.slug}`}</code>
          </li>
        ))}
        <li>Pros, cons, questions, the link and the SEO entry of the deal that goes are deleted</li>
      </MergeFate>
    </MergeFates>
  )
}
