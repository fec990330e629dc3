import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { DealPlans } from './plans'

const plansOfDeal = prepare('plans_of_deal', (given: Placeholders<{ dealId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('deal_plans')
        .select(['name', sql<string>`price::text`.as('price'), 'codes'])
        .where('deal_id', '=', given.dealId)
        .orderBy('position'),
    ).as('plans'),
    jsonArrayFrom(
      eb
        .selectFrom('deal_plan_limits')
        .select(['label', 'values'])
        .where('deal_id', '=', given.dealId)
        .orderBy('position'),
    ).as('limits'),
  ]),
)

/** The plans of a deal in their order, and what they differ in. */
export async function findPlans(dealId: string): Promise<DealPlans> {
  return (await plansOfDeal({ dealId }))[0]!
}
