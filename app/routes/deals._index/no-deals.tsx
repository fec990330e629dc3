import { Link } from '@remix-run/react'
import { type DealSearch, dealListPath, hasFilters } from '~/features/catalog/deals/list/deal-filters'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { pluralize } from '~/ui/pluralize'

/** A search that timed out, in contrast to one without results. */
export function TooSlow() {
  return (
    <EmptyState icon="hourglass" title="This search timed out" text="Try a longer word or fewer filters.">
      <ClearFilters />
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
      <ClearFilters />
    </EmptyState>
  )
}

/** "9 more match but have no listed price. Show them." With a filter by price. */
export function Unpriced({ count, search }: { count: number; search: DealSearch }) {
  return (
    <p className="mt-4">
      {`${count.toLocaleString('en-US')} more ${count === 1 ? 'matches but has' : 'match but have'} no listed price. `}
      <Link
        className="link"
        to={dealListPath({ ...search, minPrice: '', maxPrice: '', priced: '0', page: 1 })}
        discover="none"
      >
        Show them
      </Link>
    </p>
  )
}

type Suggestions = { suggestions: { label: string; path: string }[] }
type NoDealsProps = Suggestions & {
  search: DealSearch
  /** Offers that match although the current one of their product does not. */
  offers: number | undefined
}

export function NoDeals({ suggestions, search, offers = 0 }: NoDealsProps) {
  if (search.q === '' && !hasFilters(search) && offers === 0) {
    return (
      <EmptyState icon="clock" title="The first deals are on their way.">
        <ButtonLink to="/suggest">Suggest a deal</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      {offers > 0 ? (
        <p className="mb-4">
          {`${pluralize(offers, 'other offer')} ${offers === 1 ? 'matches' : 'match'}. `}
          <Link className="link" to={dealListPath({ ...search, offers: 'all', page: 1 })}>
            Show every offer
          </Link>
        </p>
      ) : null}
      <DidYouMean suggestions={suggestions} />
      <EmptyState
        icon="search-x"
        title="No deals found"
        text="Try adjusting your filters or check back later for new deals."
      >
        {hasFilters(search) ? <ClearFilters /> : null}
        <ButtonLink to="/suggest" tone="ghost">
          Suggest a deal
        </ButtonLink>
      </EmptyState>
    </>
  )
}

function DidYouMean({ suggestions }: Suggestions) {
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

const ClearFilters = () => (
  <ButtonLink to="/deals" tone="secondary">
    Clear filters
  </ButtonLink>
)
