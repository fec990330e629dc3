import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'

/** What filters need of categories and platforms. */
export const readTaxonomies = memoizeByContentVersion(async () => {
  const [categories, platforms] = await Promise.all([
    db.selectFrom('categories').select(['id', 'slug', 'category_path']).execute(),
    db.selectFrom('platforms').select(['id', 'slug', 'refund_days']).execute(),
  ])
  return { categories, platforms }
})

/** The id of a category and those of all below it; none for an unknown slug. */
export async function listCategoryIds(slug: string): Promise<string[]> {
  const { categories } = await readTaxonomies()
  const top = categories.find((category) => category.slug === slug)
  if (!top) return []
  const below = categories.filter(({ id, category_path }) => id !== top.id && category_path.includes(top.id))
  return [top.id, ...below.map(({ id }) => id)]
}

/** The currencies of all published prices, in alphabetical order. */
export async function readCurrencies() {
  // Loose index scan: steps from one currency to the next. DISTINCT would read every entry.
  const next = sql`select currency from deals where published and deal_price is not null`
  const { rows } = await sql<{ currency: string }>`
    with recursive found as (
      (${next} order by currency limit 1)
      union all
      select step.currency from found
      cross join lateral (${next} and deals.currency > found.currency order by currency limit 1) step
    )
    select currency from found`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** `readCurrencies` cached by content version, for the filters of the list of deals. */
export const listCurrencies = memoizeByContentVersion(readCurrencies)
