import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { DB } from '~/db/schema'

/** Of the row `deals` of a query: its plans in their order, and what they differ in. */
export const plansOf = (eb: ExpressionBuilder<DB, 'deals'>) =>
  jsonBuildObject({
    plans: jsonArrayFrom(
      eb
        .selectFrom('deal_plans')
        .select(['name', sql<string>`price::text`.as('price'), 'codes'])
        .whereRef('deal_id', '=', 'deals.id')
        .orderBy('position'),
    ),
    limits: jsonArrayFrom(
      eb
        .selectFrom('deal_plan_limits')
        .select(['label', 'values'])
        .whereRef('deal_id', '=', 'deals.id')
        .orderBy('position'),
    ),
  })
