import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { listOffers } from '~/features/catalog/products/offers.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import { PURCHASE_FACTS } from './purchases.server'

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
    .selectFrom('reviews')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['reviews.id', 'reviews.rating', 'reviews.title', 'reviews.body', 'reviews.created_at'])
    .select(['reviews.connection', 'deals.slug', 'platforms.name as platform'])
    .select(sql<number>`extract(year from deals.start_date)::int`.as('year'))
    .select(AUTHOR)
    .select(PURCHASE_FACTS)
    .where('reviews.deal_id', 'in', dealIds)
    .where('reviews.status', '=', 'APPROVED')
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(SISTER_REVIEWS)
    .execute()
}
