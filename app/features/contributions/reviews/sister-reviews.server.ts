import { sql } from 'kysely'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { AUTHOR } from '~/features/people/accounts/author.server'
import type { Author } from '~/ui/byline'
import { PURCHASE_FACTS } from './purchases.server'
import type { PurchaseFacts } from './review-labels'

/** Reviews of other offers that a page shows. */
const SISTER_REVIEWS = 10

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
