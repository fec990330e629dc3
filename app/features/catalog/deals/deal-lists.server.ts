import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '~/db/schema'

// The lists of the row `deals` of a query, each in its order.

type Deal = ExpressionBuilder<DB, 'deals'>

export const prosAndConsOf = (eb: Deal) =>
  jsonArrayFrom(
    eb
      .selectFrom('deal_pros_cons')
      .select(['type', 'text'])
      .whereRef('deal_id', '=', 'deals.id')
      .orderBy('type')
      .orderBy('position'),
  )

export const faqsOf = (eb: Deal) =>
  jsonArrayFrom(
    eb.selectFrom('deal_faqs').select(['question', 'answer']).whereRef('deal_id', '=', 'deals.id').orderBy('position'),
  )

export const plansOf = (eb: Deal) =>
  jsonArrayFrom(
    eb
      .selectFrom('deal_plans')
      // As text: JSON has no decimal numbers.
      .select(['name', sql<string>`price::text`.as('price'), 'codes'])
      .whereRef('deal_id', '=', 'deals.id')
      .orderBy('position'),
  )

/** What the plans differ in, with a value for each plan. */
export const planLimitsOf = (eb: Deal) =>
  jsonArrayFrom(
    eb
      .selectFrom('deal_plan_limits')
      .select(['label', 'values'])
      .whereRef('deal_id', '=', 'deals.id')
      .orderBy('position'),
  )
