import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import type { Dependents } from '~/ui/dependents'
import { formatDealCount, LISTING_COUNT_CAP } from './listing-count'
import type { Taxonomy } from './taxonomy'

/** Deals of each of these categories or platforms, drafts included, by id; one above the cap means any larger number. */
async function countDealsUnder(column: 'category_id' | 'platform_id', ids: string[], executor = db) {
  const { rows } = await sql<{ id: string; deals: number }>`
    select taxonomy.id, (
      select count(*) from (
        select from deals where ${sql.ref(column)} = taxonomy.id limit ${LISTING_COUNT_CAP + 1}
      ) counted
    ) as deals
    from unnest(${ids}::uuid[]) as taxonomy (id)`.execute(executor)
  return new Map(rows.map(({ id, deals }) => [id, deals]))
}

/** These categories or platforms with the number of their deals. */
export async function withDealCounts<Row extends { id: string }>(kind: Taxonomy, rows: Row[]) {
  const counts = await countDealsUnder(
    `${kind}_id`,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, deals: counts.get(row.id) ?? 0 }))
}

/** The deals that keep a category or a platform from being deleted. */
export async function listDependentDeals(kind: Taxonomy, id: string, executor = db): Promise<Dependents[]> {
  const row = await executor
    .selectFrom(kind === 'category' ? 'categories' : 'platforms')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirst()
  const deals = (await countDealsUnder(`${kind}_id`, [id], executor)).get(id) ?? 0
  if (!row || deals === 0) return []
  return [{ count: deals, label: formatDealCount(deals), to: managePath({ [kind]: row.slug }) }]
}
