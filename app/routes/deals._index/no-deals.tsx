import { Link } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

/** A search that was given up, which is none that found nothing. */
export function TooSlow() {
  return (
    <EmptyState
      icon="hourglass"
      title="This search takes too long"
      text="A longer word or one filter less usually makes it quick."
    >
      <ButtonLink to="/deals" tone="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}

type NoDealsProps = { suggestions: { slug: string; title: string }[] }

export function NoDeals({ suggestions }: NoDealsProps) {
  return (
    <>
      <DidYouMean deals={suggestions} />
      <EmptyState
        icon="search-x"
        title="No deals found"
        text="Try adjusting your filters or check back later for new deals."
      >
        <ButtonLink to="/deals" tone="secondary">
          Clear filters
        </ButtonLink>
      </EmptyState>
    </>
  )
}

function DidYouMean({ deals }: { deals: NoDealsProps['suggestions'] }) {
  if (deals.length === 0) return null
  return (
    <p className="mb-4">
      {'Did you mean '}
      {deals.map(({ slug, title }, place) => (
        <span key={slug}>
          {place === 0 ? null : place === deals.length - 1 ? ' or ' : ', '}
          <Link className="link" to={`/deals/${slug}`}>
            <bdi>{title}</bdi>
          </Link>
        </span>
      ))}
      ?
    </p>
  )
}
