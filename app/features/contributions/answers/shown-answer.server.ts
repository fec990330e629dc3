import { sql } from 'kysely'
import type { ShownAnswer } from './vendor-answer'

/** Of the row `reviews` of a query: the vendor's answer. */
export const answerToReview = () =>
  sql<ShownAnswer | null>`(
    select jsonb_build_object('body', answer.body, 'on', answer.answered_on, 'vendor', answered.vendor_name)
    from vendor_answers answer join deals answered on answered.id = reviews.deal_id
    where answer.review_id = reviews.id)`.as('answer')

/** Of the row `change_logs` of a query: the vendor's answer. */
export const answerToChange = () =>
  sql<ShownAnswer | null>`(
    select jsonb_build_object('body', answer.body, 'on', answer.answered_on, 'vendor', answered.vendor_name)
    from vendor_answers answer join deals answered on answered.id = change_logs.deal_id
    where answer.change_log_id = change_logs.id)`.as('answer')
