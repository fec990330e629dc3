import { Link } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

/** A search that timed out, in contrast to one without results. */
export function TooSlow() {
  return (
    <EmptyState icon="hourglass" title="This search timed out" text="Try a longer word or fewer filters.">
      <ButtonLink to="/deals" tone="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}

/** A minimum above the maximum; the error is shown at the field. */
export function InvalidPrices() {
  return (
    <EmptyState
      icon="search-x"
      title="Check the price range"
      text="The max price is below the min price, so no deal can match."
    >
      <ButtonLink to="/deals" tone="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}

type NoDealsProps = { suggestions: { label: string; path: string }[] }

export function NoDeals({ suggestions }: NoDealsProps) {
  return (
    <>
      <DidYouMean suggestions={suggestions} />
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

function DidYouMean({ suggestions }: NoDealsProps) {
  if (suggestions.length === 0) return null
  return (
    <p className="mb-4">
      {'Did you mean '}
      {suggestions.map(({ label, path }, index) => (
        <span key={path}>
          {index === 0 ? null : index === suggestions.length - 1 ? ' or ' : ', '}
          <Link className="link" to={path}>
            <bdi>{label}</bdi>
          </Link>
        </span>
      ))}
      ?
    </p>
  )
}
