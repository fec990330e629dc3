import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'

/** Decisions that count: of the last twelve months and not undone. Every figure names the kind as well. */
const COUNTED = sql<boolean>`undone_at is null and decided_at >= now() - interval '12 months'`

const IS_REVIEW = sql`kind in ('review', 'follow_up')`

export type RatingFigures = {
  /** 5 to 1. */
  rating: number
  /** Every time a review was sent: decided, sent back for a change, or waiting. */
  submitted: number
  approved: number
  rejected: number
  waiting: number
}

/** Reviews and edits of reviews by stars, from five down to one. */
async function countReviewsByRating() {
  const { rows } = await sql<RatingFigures>`
    select stars as rating, coalesce(sum(amount), 0)::int as submitted,
      coalesce(sum(amount) filter (where state = 'APPROVED'), 0)::int as approved,
      coalesce(sum(amount) filter (where state = 'REJECTED'), 0)::int as rejected,
      coalesce(sum(amount) filter (where state = 'PENDING'), 0)::int as waiting
    from generate_series(1, 5) as stars
    left join (
      select rating, decision::text as state, count(*) as amount
      from decisions where ${IS_REVIEW} and ${COUNTED} group by rating, decision
      union all
      select rating, 'PENDING', count(*) from review_versions where status = 'PENDING' group by rating
      union all
      select rating, 'PENDING', count(*) from follow_ups where status = 'PENDING' group by rating
    ) as sent on rating = stars
    group by stars order by stars desc`.execute(db)
  return rows
}

export type WaitingTimes = Record<'owners' | 'change_log' | 'review' | 'comment', number | null>

/** The median hours from being sent to a decision. Change reports that affect owners are counted apart. */
async function findMedianHours(): Promise<WaitingTimes> {
  const { rows } = await sql<WaitingTimes>`
    select (${medianOf(sql`kind = 'change_log' and affects_owners = 'YES'`)}) as owners,
      (${medianOf(sql`kind = 'change_log' and affects_owners is distinct from 'YES'`)}) as change_log,
      (${medianOf(IS_REVIEW)}) as review,
      (${medianOf(sql`kind = 'comment'`)}) as comment`.execute(db)
  return rows[0]!
}

// Sorted as numbers, which takes half as long as sorting intervals.
function medianOf(condition: RawBuilder<unknown>) {
  return sql`
    select percentile_cont(0.5) within group
      (order by date_part('epoch', decided_at - waiting_since)) / 3600
    from decisions where ${condition} and ${COUNTED}`
}

export type Checked = Awaited<ReturnType<typeof countChecked>>

/** The approved ones among those that were approved or rejected. */
async function countChecked(kind: 'change_log' | 'purchase_proof') {
  return db
    .selectFrom('decisions')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('decision', '=', 'APPROVED').as('approved'),
      eb.fn.countAll<number>().as('decided'),
    ])
    .where('kind', '=', kind)
    .where('decision', 'in', ['APPROVED', 'REJECTED'])
    .where(COUNTED)
    .executeTakeFirstOrThrow()
}

/** What members said about the availability of deals: how many were right, of those that staff settled. */
async function countAvailabilityReports() {
  return db
    .selectFrom('availability_reports')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '=', 'APPROVED').as('right'),
      eb.fn.countAll<number>().as('settled'),
    ])
    .where('status', '<>', 'PENDING')
    .where('created_at', '>=', sql<Date>`now() - interval '12 months'`)
    .executeTakeFirstOrThrow()
}

/**
 * All figures with the moment of counting. They are at most a minute old: a rejection changes no public content, so it
 * is not announced.
 */
export const findFigures = memoizeByContentVersion(async () => {
  const [ratings, hours, reports, proofs, availability] = await Promise.all([
    countReviewsByRating(),
    findMedianHours(),
    countChecked('change_log'),
    countChecked('purchase_proof'),
    countAvailabilityReports(),
  ])
  return { counted: new Date(), ratings, hours, reports, proofs, availability }
})
