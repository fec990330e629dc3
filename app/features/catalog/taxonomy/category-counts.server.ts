import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { utcToday } from '~/http/utc-day'
import type { DealCounts } from './listing-count'

/**
 * The current offers of each category that has some, by id: all of them, and those that can be bought on a day. Those of
 * subcategories count as in the lists of deals. Read from an index alone.
 */
export async function readCategoryCounts(today: string): Promise<ReadonlyMap<string, DealCounts>> {
  const { rows } = await sql<DealCounts & { id: string }>`
    with counted as (
      select category_id, count(*) as deals, count(*) filter (where ${isOpen(today)}) as open
      from deals where published and is_current group by category_id
    )
    select ancestor as id, sum(deals)::int as deals, sum(open)::int as open
    from counted join categories on categories.id = category_id, unnest(category_path) as ancestor
    group by ancestor`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** `readCategoryCounts` of today, cached by content version. */
export const countDealsByCategory = memoizeByContentVersion(() => readCategoryCounts(utcToday()))
