import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { listOffers } from '~/features/catalog/products/offers.server'
import { answerToReview } from '~/features/contributions/answers/vendor-answers.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import { followUps } from './follow-ups.server'
import { REVIEWS_PER_PAGE } from './review'
import { reportedOn } from './review-reports.server'
import type { ReviewSearch } from './review-search'

/** What is shown of every review, and may be known of the purchase behind it. */
export const REVIEW_COLUMNS = [
  'review.id',
  'review.rating',
  'review.title',
  'review.body',
  'review.connection',
  'review.created_at',
  'review.bought_month',
  'review.is_refunded',
  'review.checked_on',
] as const

/**
 * One page of the approved reviews of a deal, each with what the reader did with it: wrote it, voted for it, or has an open
 * report of it. The page is found by an index first: what is shown besides a review would
 * otherwise be looked up for all the pages before, too.
 */
export async function listApprovedReviews(dealId: string, asked: Partial<ReviewSearch> = {}, readerId?: string) {
  const reader = sql<string>`${readerId ?? null}::uuid`
  const found = db
    .selectFrom(pageOfReviews(dealId, asked).as('page'))
    .innerJoin('shown_reviews as review', 'review.id', 'page.id')
    .leftJoin('profiles', 'profiles.id', 'review.user_id')
    .select(REVIEW_COLUMNS)
    .select(AUTHOR)
    .select(followUps())
    .select(answerToReview())
    .select(['review.edited_at', 'review.helpful_count', 'review.last_answer', 'review.owned_months'])
    .select((eb) => [
      eb.fn
        .coalesce(eb('review.user_id', '=', reader), sql.lit(false))
        .$castTo<boolean>()
        .as('is_own'),
      eb
        .exists(
          eb
            .selectFrom('review_votes')
            .select('review_id')
            .whereRef('review_id', '=', 'review.id')
            .where('user_id', '=', reader),
        )
        .$castTo<boolean>()
        .as('is_voted'),
      reportedOn(eb, reader),
    ])
  return ORDERS[asked.sort ?? ''](found).execute()
}

function pageOfReviews(dealId: string, { page = 1, sort = '', stars = '', only = '' }: Partial<ReviewSearch>) {
  const found = db
    .selectFrom('shown_reviews as review')
    .select('review.id')
    .where('review.deal_id', '=', dealId)
    .$if(stars !== '', (query) => query.where('counted_rating', '=', Number(stars)))
    .$if(only === 'checked', (query) => query.where('checked_on', 'is not', null))
    .$if(only === 'owned', (query) => query.where('is_long_owned', '=', true))
  return ORDERS[sort](found)
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE)
}

type Ordered = <Query extends { orderBy(by: RawBuilder<unknown>): Query }>(query: Query) => Query

const newest: Ordered = (query) => query.orderBy(sql`review.created_at desc`).orderBy(sql`review.id desc`)
/** Equal ones are listed newest first. Each order is that of an index of the reviews of a deal. */
const ORDERS: Record<ReviewSearch['sort'], Ordered> = {
  '': newest,
  helpful: (query) => newest(query.orderBy(sql`helpful_count desc`)),
  oldest: (query) => query.orderBy(sql`review.created_at`).orderBy(sql`review.id`),
  highest: (query) => newest(query.orderBy(sql`counted_rating desc`)),
  lowest: (query) => newest(query.orderBy(sql`counted_rating`)),
}

/** Reviews of other offers that a page shows. */
const SISTER_REVIEWS = 10

type PublicDeal = { id: string; product_id: string; published: boolean }

/** The newest approved reviews of the other offers of a deal's product, and the count and average of all of them. */
export async function findSisterReviews({ id, product_id, published }: PublicDeal) {
  const offers = published ? (await listOffers(product_id)).filter((offer) => offer.id !== id) : []
  const reviews = offers.reduce((total, { review_count }) => total + review_count, 0)
  const stars = offers.reduce((total, { rating_sum }) => total + rating_sum, 0)
  return {
    offers: offers.length,
    reviews,
    average: reviews === 0 ? null : stars / reviews,
    newest: reviews === 0 ? [] : await listNewestReviews(offers.map((offer) => offer.id)),
  }
}

async function listNewestReviews(dealIds: string[]) {
  return db
    .selectFrom('shown_reviews as review')
    .innerJoin('deals', 'deals.id', 'review.deal_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .leftJoin('profiles', 'profiles.id', 'review.user_id')
    .select(REVIEW_COLUMNS)
    .select(['deals.slug', 'platforms.name as platform'])
    .select(sql<number>`extract(year from deals.start_date)::int`.as('year'))
    .select(AUTHOR)
    .where('review.deal_id', 'in', dealIds)
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(SISTER_REVIEWS)
    .execute()
}
