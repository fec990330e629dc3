import { sql } from 'kysely'
import { PURCHASE_FACTS } from './purchases.server'
import { type PurchaseFacts, reviewLabels } from './review-labels'

/** What readers may know of the purchase behind the row `reviews` of a query, as JSON. */
export const FACTS_OF_REVIEW = sql`(
  select to_jsonb(facts) from (
    select reviews.connection, ${sql.join(PURCHASE_FACTS)} from (select) as one
    left join purchases on purchases.user_id = reviews.user_id and purchases.deal_id = reviews.deal_id
  ) as facts)`

/** All labels beside the text, and a mark in lists where the author is tied to the vendor. */
export function describeFacts(of: PurchaseFacts) {
  const labels = reviewLabels(of)
  const marks = labels.filter(({ isTie }) => isTie).map(({ icon, text }) => ({ tone: 'due' as const, icon, text }))
  return { facts: labels.map(({ text }) => text), marks }
}
