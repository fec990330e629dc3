import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Dependents } from '~/ui/dependents'
import { formatDealCount, LISTING_COUNT_CAP } from './listing-count'
import { manageSearchParams } from './manage-search'

/** How many deals, drafts among them, are filed under each of these places; one above the cap stands for any number. */
export async function countDealsUnder(column: 'category_id' | 'platform_id', places: string[], executor = db) {
  const { rows } = await sql<{ id: string; deals: number }>`
    select place.id, (
      select count(*) from (
        select from deals where ${sql.ref(column)} = place.id limit ${LISTING_COUNT_CAP + 1}
      ) filed
    ) as deals
    from unnest(${places}::uuid[]) as place (id)`.execute(executor)
  return new Map(rows.map(({ id, deals }) => [id, deals]))
}

/** The deals that keep a category or a platform from being deleted. */
export async function listDependentDeals(
  kind: 'category' | 'platform',
  id: string,
  executor = db,
): Promise<Dependents[]> {
  const place = await executor
    .selectFrom(kind === 'category' ? 'categories' : 'platforms')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirst()
  const deals = (await countDealsUnder(`${kind}_id`, [id], executor)).get(id) ?? 0
  if (!place || deals === 0) return []
  return [
    { count: deals, words: formatDealCount(deals), to: `/admin/deals?${manageSearchParams({ [kind]: place.slug })}` },
  ]
}
