import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type OverTime, PERIODS } from './over-time'

/**
 * What the approved reviews of a deal say over time. A review gives one rating at the moment its text was written, and
 * each approved answer one more. A rating from before the purchase belongs to no period.
 */
export async function findOverTime(dealId: string): Promise<OverTime> {
  const [own, given, owners] = await Promise.all([countRatings(dealId), countAnswers(dealId), countOwners(dealId)])
  const sum = (rows: Sums[], of: (row: Sums) => number) => rows.reduce((total, row) => total + of(row), 0)
  const periods = PERIODS.flatMap((period) => {
    const rows = [...own, ...given].filter((row) => row.period === period)
    const count = sum(rows, (row) => row.count)
    return count === 0 ? [] : [{ period, count, average: sum(rows, (row) => row.stars) / count }]
  })
  const checked = sum(own, (row) => row.checked)
  const average = checked === 0 ? null : sum(own, (row) => row.checked_stars) / checked
  return { periods, owners, checked: { count: checked, average } }
}

/** The two of its figures that stand on top of every page of the deal. */
export async function findOwnersAndChecked(dealId: string): Promise<Pick<OverTime, 'owners' | 'checked'>> {
  const [owners, { rows }] = await Promise.all([
    countOwners(dealId),
    sql<OverTime['checked']>`
      select count(*)::int as count, avg(counted_rating)::float8 as average
      from purchases join reviews on reviews.user_id = purchases.user_id and reviews.deal_id = purchases.deal_id
      where purchases.deal_id = ${dealId} and proof_status = 'CHECKED' and reviews.status = 'APPROVED'`.execute(db),
  ])
  return { owners, checked: rows[0]! }
}

/** `period` is null for what was rated before the purchase. */
type Sums = { period: string | null; count: number; stars: number; checked: number; checked_stars: number }

/** Approved reviews with a purchase, and the moments at which its periods begin. */
const boughtAndReviewed = (dealId: string) => sql`
  select reviews.id, rating, coalesce(edited_at, reviews.created_at) as given_at,
    case when proof_status = 'CHECKED' then counted_rating end as checked_rating,
    bought_on at time zone 'UTC' as bought_at, (bought_on + interval '3 months') at time zone 'UTC' as middle_at,
    (bought_on + interval '12 months') at time zone 'UTC' as late_at
  from purchases join reviews on reviews.user_id = purchases.user_id and reviews.deal_id = purchases.deal_id
  where purchases.deal_id = ${dealId} and reviews.deal_id = ${dealId} and reviews.status = 'APPROVED'`

const periodAt = (moment: RawBuilder<unknown>) => sql`
  case when ${moment} >= late_at then 'LATER' when ${moment} >= middle_at then 'FIRST_YEAR'
    when ${moment} >= bought_at then 'EARLY' end`

async function countRatings(dealId: string) {
  const { rows } = await sql<Sums>`
    select ${periodAt(sql`given_at`)} as period, count(*)::int as count, sum(rating)::int as stars,
      count(checked_rating)::int as checked, coalesce(sum(checked_rating), 0)::int as checked_stars
    from (${boughtAndReviewed(dealId)}) as bought group by 1`.execute(db)
  return rows
}

async function countAnswers(dealId: string) {
  const { rows } = await sql<Sums>`
    select ${periodAt(sql`created_at`)} as period, count(*)::int as count, sum(follow_ups.rating)::int as stars,
      0 as checked, 0 as checked_stars
    from (${boughtAndReviewed(dealId)}) as bought join follow_ups on review_id = bought.id
    where deal_id = ${dealId} and status = 'APPROVED' group by 1`.execute(db)
  return rows
}

/** Of the owners who answered after a year or later: how many still use it, by the newest answer of each. */
async function countOwners(dealId: string) {
  const { rows } = await sql<OverTime['owners']>`
    select count(*)::int as all, (count(*) filter (where last_answer in ('YES', 'SOMETIMES')))::int as using
    from reviews
    where deal_id = ${dealId} and status = 'APPROVED' and id in (
      select review_id from follow_ups where deal_id = ${dealId} and status = 'APPROVED' and months >= 12)`.execute(db)
  return rows[0]!
}
