import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { memoizeByRequest } from '~/db/memoize-by-request.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { RefundFigures } from '~/features/contributions/refunds/refund'
import { selectRefunds } from '~/features/contributions/refunds/refund-figures.server'
import { type OverTime, PERIODS } from './over-time'

/** Counts of reviews whose newest rating is 5, 4, 3, 2 and 1 stars, in this order. */
type CountsByStars = [number, number, number, number, number]

export type ReviewCounts = {
  all: CountsByStars
  /** Of purchases whose proof staff checked. */
  checked: CountsByStars
  /** Written, or brought up to date, 6 months or more after the purchase. */
  owned: CountsByStars
}

type ReviewFigures = { counts: ReviewCounts; overTime: OverTime; refunds: RefundFigures | null }

/**
 * The counts of the approved reviews of a deal, and what they say over time. A review gives one rating at the moment its
 * text was written, and each approved answer one more. A rating from before the purchase belongs to no period. Refunds come
 * with them, so that pages of deals read them with the same statement.
 */
export async function findReviewFigures(dealId: string): Promise<ReviewFigures> {
  const [found] = await figuresOfRequest({ dealIds: [dealId] })
  const { by_stars, by_period, owners, refunds } = found!
  const count = (name: keyof ReviewCounts) =>
    [5, 4, 3, 2, 1].map((stars) => by_stars.find((row) => row.stars === stars)?.[name] ?? 0) as CountsByStars
  const counts = { all: count('all'), checked: count('checked'), owned: count('owned') }
  const periods = PERIODS.flatMap((period) => {
    const rated = by_period.find((row) => row.period === period)
    return rated ? [{ period, count: rated.count, average: rated.sum / rated.count }] : []
  })
  const { all = 0, using = 0 } = owners[0] ?? {}
  const overTime = { periods, owners: { all, using }, checked: averageOf(counts.checked) }
  return { counts, overTime, refunds: refunds[0] ?? null }
}

function averageOf(counts: CountsByStars) {
  const count = counts.reduce((total, one) => total + one)
  const sum = counts.reduce((total, one, index) => total + one * (5 - index), 0)
  return { count, average: count === 0 ? null : sum / count }
}

/** Ratings after a year or later, how many owners still use the product, and refunds, by deal id. */
export async function findLateFigures(dealIds: string[]) {
  const [found] = await reviewFigures({ dealIds })
  return new Map(
    dealIds.map((id) => {
      const { count = 0, sum = 0 } = found!.by_period.find((row) => row.deal_id === id && row.period === 'LATER') ?? {}
      const { all = 0, using = 0 } = found!.owners.find((row) => row.deal_id === id) ?? {}
      const refunds = found!.refunds.find((row) => row.id === id)
      return [id, { rated: { count, average: sum / count }, owners: { all, using }, refunds }]
    }),
  )
}

/** The approved reviews of deals, with the moments at which the periods after the purchase begin. */
const approvedReviews = (dealIds: RawBuilder<string[]>) =>
  db
    .selectFrom('shown_reviews as review')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'review.user_id').onRef('purchases.deal_id', '=', 'review.deal_id'),
    )
    .select(['review.id', 'review.deal_id', 'rating', 'counted_rating', 'last_answer', 'checked_on', 'is_long_owned'])
    .select([
      sql<Date>`coalesce(edited_at, review.created_at)`.as('rated_at'),
      sql<Date | null>`purchases.bought_on at time zone 'UTC'`.as('bought_at'),
      sql<Date | null>`(purchases.bought_on + interval '3 months') at time zone 'UTC'`.as('middle_at'),
      sql<Date | null>`(purchases.bought_on + interval '12 months') at time zone 'UTC'`.as('late_at'),
    ])
    .where('review.deal_id', '=', sql<string>`any(${dealIds})`)

const periodAt = (moment: 'rated_at' | 'follow_ups.created_at') => sql<OverTime['periods'][number]['period'] | null>`
  case when ${sql.ref(moment)} >= late_at then 'LATER' when ${sql.ref(moment)} >= middle_at then 'FIRST_YEAR'
    when ${sql.ref(moment)} >= bought_at then 'EARLY' end`

const reviewFigures = prepare('review_figures', ({ dealIds }: Placeholders<{ dealIds: string[] }>) =>
  db
    .with('reviewed', () => approvedReviews(dealIds))
    .with('answered', (qb) =>
      qb
        .selectFrom('reviewed')
        .innerJoin('follow_ups', 'follow_ups.review_id', 'reviewed.id')
        .select(['reviewed.id', 'reviewed.deal_id', 'follow_ups.rating', 'follow_ups.months'])
        .select(periodAt('follow_ups.created_at').as('period'))
        .where('follow_ups.deal_id', '=', sql<string>`any(${dealIds})`)
        .where('follow_ups.status', '=', 'APPROVED'),
    )
    .with('rated', (qb) =>
      qb
        .selectFrom('reviewed')
        .select(['deal_id', 'rating', periodAt('rated_at').as('period')])
        .unionAll(qb.selectFrom('answered').select(['deal_id', 'rating', 'period'])),
    )
    .selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('reviewed')
          .select((eb) => [
            'counted_rating as stars',
            eb.fn.countAll<number>().as('all'),
            eb.fn.countAll<number>().filterWhere('checked_on', 'is not', null).as('checked'),
            eb.fn.countAll<number>().filterWhere('is_long_owned', '=', true).as('owned'),
          ])
          .groupBy('counted_rating'),
      ).as('by_stars'),
      jsonArrayFrom(
        eb
          .selectFrom('rated')
          .select((eb) => [
            'deal_id',
            'period',
            eb.fn.countAll<number>().as('count'),
            eb.fn.sum<number>('rating').as('sum'),
          ])
          .where('period', 'is not', null)
          .groupBy(['deal_id', 'period']),
      ).as('by_period'),
      // Of the owners who answered after a year or later: how many still use it, by the newest answer of each.
      jsonArrayFrom(
        eb
          .selectFrom('reviewed')
          .select((eb) => [
            'deal_id',
            eb.fn.countAll<number>().as('all'),
            eb.fn.countAll<number>().filterWhere('last_answer', 'in', ['YES', 'SOMETIMES']).as('using'),
          ])
          .where('id', 'in', (eb) => eb.selectFrom('answered').select('id').where('months', '>=', 12))
          .groupBy('deal_id'),
      ).as('owners'),
      sql<(RefundFigures & { id: string })[]>`(
        select coalesce(jsonb_agg(to_jsonb(refunds)), '[]') from (${selectRefunds('deal_id', dealIds)}) refunds
      )`.as('refunds'),
    ]),
)

/** For the loaders of the page of a deal and its reviews, which run in parallel. */
const figuresOfRequest = memoizeByRequest(reviewFigures)
