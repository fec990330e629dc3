import { Link } from '@remix-run/react'
import { pluralize } from '~/ui/pluralize'
import { REVIEW_SORT_LABELS, type ReviewSearch, reviewsPath } from './review-search'

type ReviewOrderProps = {
  slug: string
  search: ReviewSearch
  /** With the filter. */
  shown: number
  total: number
}

/** What is shown, and links to the other orders. */
export function ReviewOrder({ slug, search, shown, total }: ReviewOrderProps) {
  const { sort, stars } = search
  return (
    <div className="review-order">
      <p className="small muted">
        {stars ? (
          <>
            {`${shown} of ${pluralize(total, 'review')}, with ${pluralize(Number(stars), 'star')}. `}
            <Link className="link" to={reviewsPath(slug, { sort })}>
              Show all
            </Link>
          </>
        ) : (
          pluralize(total, 'review')
        )}
      </p>
      <nav className="review-order__sorts" aria-label="Sort reviews">
        {Object.entries(REVIEW_SORT_LABELS).map(([value, label]) => (
          <Link
            key={value}
            to={reviewsPath(slug, { stars, sort: value as ReviewSearch['sort'] })}
            aria-current={value === sort ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
