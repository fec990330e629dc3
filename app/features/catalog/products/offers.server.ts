import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { PURCHASE_FACTS } from '~/features/contributions/reviews/purchases.server'
import type { PurchaseFacts } from '~/features/contributions/reviews/review-labels'
import { AUTHOR } from '~/features/people/authors/author.server'
import { utcToday } from '~/http/utc-day'
import type { Author } from '~/ui/byline'
import type { Offer } from './offer'

/** More than any product has had; the latest are kept. */
const OFFER_LIMIT = 100
/** Reviews of other offers that a page shows. */
const SISTER_REVIEWS = 10

const offersOfProduct = prepare('offers_of_product', (given: Placeholders<{ productId: string; today: string }>) =>
  db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select([
      'deals.id',
      'deals.slug',
      'platforms.name as platform',
      'deals.deal_price',
      'deals.currency',
      'deals.start_date',
      'deals.end_date',
      shownStatus(given.today).as('shown_status'),
      'deals.review_count',
      'deals.rating_sum',
    ])
    .where('deals.product_id', '=', given.productId)
    .where('deals.published', '=', true)
    .orderBy('deals.start_date', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(OFFER_LIMIT),
)

/** The published offers of several products, by product id. */
export async function listOffersOf(productIds: string[]): Promise<Map<string, Offer[]>> {
  const offers = await Promise.all(productIds.map((id) => listOffers(id)))
  return new Map(productIds.map((id, index) => [id, offers[index]!]))
}

/** The published offers of a product, the latest first. */
export async function listOffers(productId: string): Promise<Offer[]> {
  return offersOfProduct({ productId, today: utcToday() })
}

/** The newest approved reviews of the other offers of a deal's product, and what all of them say together. */
export async function findSisterReviews(dealId: string) {
  const [[total], newest] = await Promise.all([sisterCounts({ dealId }), sisterReviews({ dealId })])
  return { ...total!, newest }
}

type OfDeal = Placeholders<{ dealId: string }>

const fromSisters = ({ dealId }: OfDeal) => sql`
  from deals as this join deals on deals.product_id = this.product_id and deals.id <> this.id and deals.published
  where this.id = ${dealId} and this.published`

const sisterCounts = prepare(
  'sister_counts',
  (given: OfDeal) => sql<{ offers: number; reviews: number; average: number | null }>`
    select count(*)::int as offers, coalesce(sum(deals.review_count), 0)::int as reviews,
      sum(deals.rating_sum)::float8 / nullif(sum(deals.review_count), 0) as average ${fromSisters(given)}`,
)

const sisterReviews = prepare(
  'sister_reviews',
  (given: OfDeal) => sql<SisterReview>`
    select reviews.id, reviews.rating, reviews.title, reviews.body, reviews.created_at, ${sql.join(AUTHOR)},
      reviews.connection, ${sql.join(PURCHASE_FACTS)},
      sister.slug, platforms.name as platform, extract(year from sister.start_date)::int as year
    from (select deals.id, deals.slug, deals.platform_id, deals.start_date ${fromSisters(given)}) as sister
      join reviews on reviews.deal_id = sister.id and reviews.status = 'APPROVED'
      join platforms on platforms.id = sister.platform_id
      left join profiles on profiles.id = reviews.user_id
      left join purchases on purchases.user_id = reviews.user_id and purchases.deal_id = reviews.deal_id
    order by reviews.created_at desc, reviews.id desc limit ${SISTER_REVIEWS}`,
)

export type SisterReview = PurchaseFacts &
  Author & {
    id: string
    rating: number
    title: string
    body: string
    created_at: Date
    /** Of the reviewed offer. */
    slug: string
    platform: string
    year: number
  }

/** The lowest price that another published offer of a product ever had in this currency. */
export async function findLowestOfOthers({ id, product_id, currency }: OfProduct) {
  const [row] = await lowestOfOthers({ id, product_id, currency })
  return row!.lowest
}

type OfProduct = { id: string; product_id: string; currency: string }
const lowestOfOthers = prepare(
  'lowest_of_other_offers',
  (deal: Placeholders<OfProduct>) => sql<{ lowest: string | null }>`
    select min(points.deal_price) as lowest
    from deals join deal_price_points as points on points.deal_id = deals.id
    where deals.product_id = ${deal.product_id} and deals.id <> ${deal.id} and deals.published
      and points.currency = ${deal.currency}`,
)
