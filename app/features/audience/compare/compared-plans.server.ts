import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** The plans of several deals in their order, by the id of the deal; each with its limits as "Seats: 5". */
export async function listPlansOf(dealIds: string[]) {
  const { rows } = await sql<{ deal_id: string; name: string; price: string; limits: string[] }>`
    select plans.deal_id, plans.name, plans.price::text, array(
        select limits.label || ': ' || limits."values"[1 + place] from deal_plan_limits as limits
        where limits.deal_id = plans.deal_id and limits."values"[1 + place] <> '' order by limits.position
      ) as limits
    from (
      select *, row_number() over (partition by deal_id order by position)::int - 1 as place
      from deal_plans where deal_id = any(${dealIds})
    ) as plans
    order by plans.deal_id, plans.position`.execute(db)
  return Map.groupBy(rows, ({ deal_id }) => deal_id)
}
