import { sql } from 'kysely'
import type { FollowUpAnswer } from '~/db/schema'

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

/** Of the row `review` of a query on shown reviews: the approved answers of its author, oldest first. */
export const followUps = () =>
  sql<ShownFollowUp[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'answer', answer, 'rating', rating, 'body', body,
        'created_at', created_at, 'counts', counts) order by created_at, months)
    from (
      select *, created_at > coalesce(review.edited_at, review.created_at)
        and row_number() over (order by created_at desc, months desc) = 1 as counts
      from follow_ups where review_id = review.id and status = 'APPROVED'
    ) as answers
  ), '[]')`.as('follow_ups')

/** Whole months from the day of the row `purchases` until this one; null without a day, and before it. */
export function monthsUntil(day: string) {
  const age = sql`age(${day}::date, purchases.bought_on)`
  return sql<number | null>`
    case when purchases.bought_on <= ${day}::date
      then (extract(year from ${age}) * 12 + extract(month from ${age}))::int end`
}
