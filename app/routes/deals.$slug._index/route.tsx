import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { hasNoRecord } from '~/features/catalog/deals/deal'
import { findShownDeal } from '~/features/catalog/deals/page/deal-page.server'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { AnswerLink } from '~/features/contributions/answers/answer-link'
import { OwnContribution } from '~/features/contributions/members/own-contribution'
import { HelpfulVote } from '~/features/contributions/reviews/helpful-vote'
import { shownChecked } from '~/features/contributions/reviews/over-time'
import { findOwnReview, type OwnReview as Own } from '~/features/contributions/reviews/own-review.server'
import { proofPath } from '~/features/contributions/reviews/proof'
import { RatingOverTime } from '~/features/contributions/reviews/rating-over-time'
import { receiveProof } from '~/features/contributions/reviews/receive-proof.server'
import { averageOf, REVIEWS_PER_PAGE, SIGN_IN_TO_REVIEW } from '~/features/contributions/reviews/review'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import type { OwnClaim } from '~/features/contributions/reviews/review-labels'
import { ReviewList, ReviewText } from '~/features/contributions/reviews/review-list'
import { ReviewOrder, shownCount } from '~/features/contributions/reviews/review-order'
import { ReviewReport } from '~/features/contributions/reviews/review-report-link'
import { ReviewScore } from '~/features/contributions/reviews/review-score'
import { parseReviewSearch, type ReviewSearch, reviewsPath } from '~/features/contributions/reviews/review-search'
import { findSisterReviews, listApprovedReviews } from '~/features/contributions/reviews/reviews.server'
import { SisterReviews } from '~/features/contributions/reviews/sister-reviews'
import { ContributionForm } from '~/features/people/accounts/contribution-form'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { findUser, requireAuthor } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { ERROR_TITLE, withFormFailure } from '~/http/forms'
import { notFound } from '~/http/responses.server'
import { EmptyState } from '~/ui/empty-state'
import { Pagination } from '~/ui/pagination'
import { reviewAction } from './actions.server'
import { REMOVE_PROOF_FORM } from './proof-field'
import { ReviewForm } from './review-form'
import { WriteReview } from './write-review'

const FAILED = 'Failed to submit review'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [user, deal] = await Promise.all([findUser(request), findShownDeal(request, params.slug!)])
  if (!deal) throw notFound('Deal')

  const search = parseReviewSearch(request.url)
  const [reviews, { counts, overTime }, sisters, own] = await Promise.all([
    listApprovedReviews(deal.id, search, user?.id),
    findReviewFigures(deal.id),
    findSisterReviews(deal),
    user && findOwnReview(user.id, deal.id),
  ])
  const pages = Math.max(Math.ceil(shownCount(search, counts) / REVIEWS_PER_PAGE), 1)
  if (search.page > pages) throw redirect(reviewsPath(deal.slug, { ...search, page: pages }))
  const canWrite = Boolean(user && isActive(user))
  const hasEnded = deal.shown_status === 'EXPIRED'
  const shown = {
    slug: deal.slug,
    title: deal.title,
    isPublished: deal.published,
    hasEnded,
    reviews,
    counts,
    average: averageOf(counts.all),
    overTime,
    search,
    pages,
    isBare: hasNoRecord(deal),
  }
  return { ...shown, sisters, own: own?.review, proof: own?.proof, canWrite }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const path = reviewsPath(params.slug!)
  const user = await requireAuthor(request, { text: SIGN_IN_TO_REVIEW, path })
  return withFormErrors(request, FAILED, async () => {
    await using received = await receiveProof(request)
    return await writeToDeal(params.slug!, (deal) =>
      reviewAction({ request, user, deal, upload: received.upload, path: reviewsPath(deal.slug) }),
    )
  })
}

export const clientAction = withFormFailure(FAILED, { title: ERROR_TITLE })

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ReviewsPage() {
  const {
    slug,
    title,
    isPublished,
    hasEnded,
    reviews,
    counts,
    average,
    overTime,
    search,
    pages,
    sisters,
    own,
    proof,
    canWrite,
    isBare,
  } = useLoaderData<typeof loader>()
  const user = useCurrentUser()
  const purchase = { isReceiptPending: proof?.status === 'PENDING' }
  return (
    <>
      {own && (own.is_edit || !own.is_public) ? (
        <OwnReview review={own} purchase={purchase} canEdit={canWrite} />
      ) : null}
      {average === undefined ? (
        isBare ? null : (
          <EmptyState
            icon="message-square-dashed"
            title="No reviews yet"
            text={own ? undefined : 'Own it? Be the first to review it.'}
          />
        )
      ) : (
        <>
          <ReviewScore
            average={average}
            counts={counts.all}
            stars={search.stars}
            filterOf={(stars) => reviewsPath(slug, { ...search, page: 1, stars: stars as ReviewSearch['stars'] })}
            checked={shownChecked(overTime)}
            overOffers={overOffers(counts.all, sisters)}
          >
            {isPublished ? <WriteReview slug={slug} hasOwn={Boolean(own)} /> : null}
          </ReviewScore>
          <RatingOverTime overTime={overTime} />
          {counts.all.reduce((sum, count) => sum + count) > 1 ? <ReviewOrder {...{ slug, search, counts }} /> : null}
          <ReviewList
            reviews={reviews}
            own={purchase}
            footOf={(review) => (
              <>
                <HelpfulVote {...{ slug, review }} isOwn={review.is_own} isPressed={review.is_voted} />
                <ReviewReport {...{ slug, review }} isOwn={review.is_own} reportedOn={review.reported_on} />
                <AnswerLink kind="reviews" of={review} />
              </>
            )}
          />
          <Pagination page={search.page} pageCount={pages} href={(page) => reviewsPath(slug, { ...search, page })} />
        </>
      )}
      <SisterReviews title={title} {...sisters} />
      {isBare && !user ? null : (
        <ContributionForm
          signIn={{
            id: 'review-form',
            text: SIGN_IN_TO_REVIEW,
            offer: hasEnded ? OFFER_AFTER_THE_END : OFFER,
            path: `/deals/${slug}#review-form`,
          }}
        >
          <ReviewForm
            slug={slug}
            own={own ?? undefined}
            about={own ?? undefined}
            proof={proof ?? undefined}
            isPublic={own?.is_public ?? false}
          />
          {proof?.has_content ? <Form id={REMOVE_PROOF_FORM} method="post" action={proofPath(proof.id)} /> : null}
        </ContributionForm>
      )}
    </>
  )
}

/** The reviews of this offer and of the others together, where both have some. */
function overOffers(counts: readonly number[], others: { offers: number; reviews: number; average: number | null }) {
  if (others.average === null) return undefined
  const reviews = others.reviews + counts.reduce((sum, count) => sum + count, 0)
  const stars = counts.reduce((sum, count, index) => sum + count * (5 - index), others.average * others.reviews)
  return { average: stars / reviews, offers: others.offers + 1, reviews }
}

const OFFER = 'Rate what you bought and earn karma.'
const OFFER_AFTER_THE_END = 'Bought it while it was open? You can still review it.'

/** A text that readers do not see, shown to its author above the others. Of an edit only the words. */
function OwnReview({ review, purchase, canEdit }: { review: Own; purchase: OwnClaim; canEdit: boolean }) {
  const { is_edit, status } = review
  return (
    <OwnContribution
      label={is_edit ? 'Your edit' : 'Your review'}
      contribution={review}
      action={canEdit ? <EditLink of={review} /> : null}
    >
      {is_edit ? (
        <p className="text-small text-muted-foreground">
          {status === 'PENDING' ? 'A moderator will review your edit.' : 'Your edit was sent back.'}
          {' Readers see the earlier text until it is approved.'}
        </p>
      ) : null}
      <ReviewText review={is_edit ? { ...review, connection: undefined } : review} own={purchase} isFramed />
    </OwnContribution>
  )
}

function EditLink({ of: { status } }: { of: Pick<Own, 'status'> }) {
  return (
    <a className="link" href="#review-form">
      {status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
      <span className="sr-only"> your review</span>
    </a>
  )
}
