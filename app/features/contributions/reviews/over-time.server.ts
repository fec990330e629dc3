import { type RawBuilder, sql } from 'kysely'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { type OverTime, PERIODS } from './over-time'

/**
 * What the approved reviews of a deal say over time. A review gives one rating at the moment its text was written, and
 * each approved answer one more. A rating from before the purchase belongs to no period.
 */
export async function findOverTime(dealId: string): Promise<OverTime> {
  const [own, given, owners] = await Promise.all([
    countRatings({ dealIds: [dealId] }),
    countAnswers({ dealIds: [dealId] }),
    countOwners([dealId]),
  ])
  const sum = (rows: Sums[], of: (row: Sums) => number) => rows.reduce((total, row) => total + of(row), 0)
  const periods = PERIODS.flatMap((period) => {
    const rows = [...own, ...given].filter((row) => row.period === period)
    const count = sum(rows, (row) => row.count)
    return count === 0 ? [] : [{ period, count, average: sum(rows, (row) => row.stars) / count }]
  })
  const checked = sum(own, (row) => row.checked)
  const average = checked === 0 ? null : sum(own, (row) => row.checked_stars) / checked
  return { periods, owners: owners.get(dealId) ?? NO_OWNERS, checked: { count: checked, average } }
}

/** What was rated after a year or later, and how many owners still use it, for several deals by their id. */
export async function findAfterAYear(dealIds: string[]) {
  const [own, given, owners] = await Promise.all([
    countRatings({ dealIds }),
    countAnswers({ dealIds }),
    countOwners(dealIds),
  ])
  const late = [...own, ...given].filter(({ period }) => period === 'LATER')
  return new Map(
    dealIds.map((id) => {
      const rows = late.filter((row) => row.deal_id === id)
      const count = rows.reduce((total, row) => total + row.count, 0)
      const stars = rows.reduce((total, row) => total + row.stars, 0)
      return [id, { rated: { count, average: stars / count }, owners: owners.get(id) ?? NO_OWNERS }]
    }),
  )
}

/** The two of its figures that stand on top of every page of the deal. */
export async function findOwnersAndChecked(dealId: string): Promise<Pick<OverTime, 'owners' | 'checked'>> {
  const [owners, [checked]] = await Promise.all([countOwners([dealId]), rateChecked({ dealId })])
  return { owners: owners.get(dealId) ?? NO_OWNERS, checked: checked! }
}

const rateChecked = prepare(
  'checked_ratings',
  (given: Placeholders<{ dealId: string }>) => sql<OverTime['checked']>`
    select count(*)::int as count, avg(counted_rating)::float8 as average
    from purchases join reviews on reviews.user_id = purchases.user_id and reviews.deal_id = purchases.deal_id
    where purchases.deal_id = ${given.dealId} and proof_status = 'CHECKED' and reviews.status = 'APPROVED'`,
)

const NO_OWNERS = { all: 0, using: 0 }

/** `period` is null for what was rated before the purchase. */
type Sums = {
  deal_id: string
  period: string | null
  count: number
  stars: number
  checked: number
  checked_stars: number
}

/** Approved reviews with a purchase, and the moments at which its periods begin. */
const boughtAndReviewed = (dealIds: RawBuilder<string[]>) => sql`
  select reviews.id, reviews.deal_id, rating, coalesce(edited_at, reviews.created_at) as given_at,
    case when proof_status = 'CHECKED' then counted_rating end as checked_rating,
    bought_on at time zone 'UTC' as bought_at, (bought_on + interval '3 months') at time zone 'UTC' as middle_at,
    (bought_on + interval '12 months') at time zone 'UTC' as late_at
  from purchases join reviews on reviews.user_id = purchases.user_id and reviews.deal_id = purchases.deal_id
  where purchases.deal_id = any(${dealIds}) and reviews.deal_id = any(${dealIds}) and reviews.status = 'APPROVED'`

const periodAt = (moment: RawBuilder<unknown>) => sql`
  case when ${moment} >= late_at then 'LATER' when ${moment} >= middle_at then 'FIRST_YEAR'
    when ${moment} >= bought_at then 'EARLY' end`

type Of = Placeholders<{ dealIds: string[] }>

const countRatings = prepare(
  'ratings_over_time',
  ({ dealIds }: Of) => sql<Sums>`
    select deal_id, ${periodAt(sql`given_at`)} as period, count(*)::int as count, sum(rating)::int as stars,
      count(checked_rating)::int as checked, coalesce(sum(checked_rating), 0)::int as checked_stars
    from (${boughtAndReviewed(dealIds)}) as bought group by 1, 2`,
)

const countAnswers = prepare(
  'answers_over_time',
  ({ dealIds }: Of) => sql<Sums>`
    select follow_ups.deal_id, ${periodAt(sql`created_at`)} as period, count(*)::int as count, sum(follow_ups.rating)::int as stars,
      0 as checked, 0 as checked_stars
    from (${boughtAndReviewed(dealIds)}) as bought join follow_ups on review_id = bought.id
    where follow_ups.deal_id = any(${dealIds}) and status = 'APPROVED' group by 1, 2`,
)

const ownersAfterAYear = prepare(
  'owners_after_a_year',
  ({ dealIds }: Of) => sql<OverTime['owners'] & { deal_id: string }>`
    select deal_id, count(*)::int as all, (count(*) filter (where last_answer in ('YES', 'SOMETIMES')))::int as using
    from reviews
    where deal_id = any(${dealIds}) and status = 'APPROVED' and id in (
      select review_id from follow_ups where deal_id = any(${dealIds}) and status = 'APPROVED' and months >= 12)
    group by deal_id`,
)

/** Of the owners who answered after a year or later: how many still use it, by the newest answer of each. */
async function countOwners(dealIds: string[]) {
  const rows = await ownersAfterAYear({ dealIds })
  return new Map(rows.map(({ deal_id, ...owners }) => [deal_id, owners]))
}
