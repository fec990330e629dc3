import { Link } from '@remix-run/react'
import { ReviewText } from '~/features/contributions/reviews/review-list'
import { Fold } from '~/ui/fold'
import { pluralize } from '~/ui/pluralize'
import type { findSisterReviews } from './reviews.server'

type SisterReviewsProps = { title: string } & Pick<
  Awaited<ReturnType<typeof findSisterReviews>>,
  'reviews' | 'average' | 'newest'
>

/** Reviews of other offers of the product, folded, each with the platform and the year of its round. */
export function SisterReviews({ title, reviews, average, newest }: SisterReviewsProps) {
  if (reviews === 0 || average === null) return null
  return (
    <Fold
      summary={
        <span>
          {`${pluralize(reviews, 'review')} of other offers of `}
          <bdi>{title}</bdi>
          <span className="text-muted-foreground">{` (${average.toFixed(1)} on average)`}</span>
        </span>
      }
    >
      <div className="grid">
        {newest.map((review) => (
          <ReviewText key={review.id} review={review}>
            <Link className="link text-small" to={`/deals/${review.slug}#record`}>
              {`${review.platform}, ${review.year} round`}
            </Link>
          </ReviewText>
        ))}
      </div>
      {newest.length < reviews ? (
        <p className="text-small text-muted-foreground">{`The newest ${newest.length} are shown. Each round has all of its own on its page.`}</p>
      ) : null}
    </Fold>
  )
}
