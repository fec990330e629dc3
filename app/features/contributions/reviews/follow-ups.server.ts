import { sql } from 'kysely'
import type { FollowUpAnswer } from '~/db/schema'
import { utcToday } from '~/http/utc-day'

/** An approved answer below its review. */
export type ShownFollowUp = {
  id: string
  answer: FollowUpAnswer
  rating: number
  body: string | null
  created_at: string
  /** Whether its rating is the one that counts. */
  counts: boolean
}

/** Of the row `reviews` of a query: the approved answers of its author, oldest first, and how long they own the product. */
export const followUpFacts = () =>
  [
    'reviews.last_answer' as const,
    ownedMonths().as('owned_months'),
    sql<ShownFollowUp[]>`coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'answer', answer, 'rating', rating, 'body', body,
          'created_at', created_at, 'counts', counts) order by created_at, months)
      from (
        select *, created_at > coalesce(reviews.edited_at, reviews.created_at)
          and row_number() over (order by created_at desc, months desc) = 1 as counts
        from follow_ups where review_id = reviews.id and status = 'APPROVED'
      ) as answers
    ), '[]')`.as('follow_ups'),
  ] as const

/**
 * Calendar months since the purchase, unless it was refunded. A count of whole months would reveal the day of the purchase,
 * which is private, on the day when it changes.
 */
export const ownedMonths = () => {
  const months = (day: unknown) => sql`(extract(year from ${day}::date) * 12 + extract(month from ${day}::date))`
  return sql<number | null>`
    case when purchases.refunded_on is null
      then (${months(utcToday())} - ${months(sql`purchases.bought_on`)})::int end`
}

/** Whole months from the day of the row `purchases` until this one; null without a day, and before it. */
export function monthsUntil(day: string) {
  const age = sql`age(${day}::date, purchases.bought_on)`
  return sql<number | null>`
    case when purchases.bought_on <= ${day}::date
      then (extract(year from ${age}) * 12 + extract(month from ${age}))::int end`
}
