import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPublishedDealTitle } from '~/features/deals/deal-page.server'
import { REVIEWS_PER_PAGE } from '~/features/reviews/review'
import { ReviewList } from '~/features/reviews/review-list'
import { ReviewScore } from '~/features/reviews/review-score'
import { countReviewsByRating, listApprovedReviews } from '~/features/reviews/reviews.server'
import { parsePage } from '~/http/page-number'
import { publicPageHeaders } from '~/http/public-page'
import { notFound } from '~/http/responses.server'
import { EmptyState } from '~/ui/empty-state'
import { Gate } from '~/ui/gate'
import { Pagination } from '~/ui/pagination'
import { useIsVisitor } from './deals.$slug/visitor'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw notFound('Deal')

  const page = parsePage(request)
  const [reviews, counts] = await Promise.all([listApprovedReviews(deal.id, { page }), countReviewsByRating(deal.id)])
  const total = counts.reduce((sum, count) => sum + count, 0)
  const pages = Math.max(Math.ceil(total / REVIEWS_PER_PAGE), 1)
  if (page > pages) throw redirect(reviewsPath(deal.slug, pages))

  return { slug: deal.slug, reviews, counts, average: averageOf(counts), page, pages }
}

export const headers = publicPageHeaders

export default function ReviewsTab() {
  const { slug, reviews, counts, average, page, pages } = useLoaderData<typeof loader>()
  const isVisitor = useIsVisitor()
  return (
    <>
      {average === undefined ? (
        <EmptyState
          icon="message-square-dashed"
          title="No reviews yet"
          text="Own it? The first review helps the next buyer most."
        />
      ) : (
        <>
          <ReviewScore average={average} counts={counts} />
          <ReviewList reviews={reviews} />
          <Pagination page={page} pageCount={pages} href={(page) => reviewsPath(slug, page)} />
        </>
      )}
      {isVisitor ? <Gate text="Please sign in to submit a review" path={`/deals/${slug}`} /> : null}
    </>
  )
}

function reviewsPath(slug: string, page: number) {
  return `/deals/${slug}${page > 1 ? `?page=${page}` : ''}#record`
}

/** `counts` are those of 5, 4, 3, 2 and 1 stars. */
function averageOf(counts: number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 ? undefined : counts.reduce((sum, count, place) => sum + count * (5 - place), 0) / total
}
