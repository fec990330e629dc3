import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { fullName, ownName } from '~/features/catalog/deals/category-name'
import { IS_PAID_ONCE, isOpenDeal } from '~/features/catalog/deals/open-deals.server'
import type { DealCounts } from '~/features/catalog/taxonomy/listing-count'
import { utcToday } from '~/http/utc-day'
import { byName } from '~/ui/by-name'

/** The top-level categories by name, each with the number of its deals and of those that can be bought today. */
export async function listTopCategories() {
  const [categories, counts] = await Promise.all([
    db.selectFrom('categories').select(['id', 'name', 'slug', 'description']).where('parent_id', 'is', null).execute(),
    countDealsByCategory(),
  ])
  return categories.map((category) => ({ ...category, counts: counts.get(category.id) ?? NO_DEALS })).sort(byName)
}

const NO_DEALS = { deals: 0, open: 0 }

/** One category with its parent (null at the top) and its children by name. Names leave out the parent's. */
export async function findCategory(slug: string) {
  const category = await db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .select([
      'categories.id',
      'categories.name',
      'categories.slug',
      'categories.description',
      'parent.name as parent_name',
      'parent.slug as parent_slug',
    ])
    .where('categories.slug', '=', slug)
    .executeTakeFirst()
  if (!category) return undefined

  const children = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description'])
    .where('parent_id', '=', category.id)
    .execute()
  const { parent_name, parent_slug, ...rest } = category
  const parent = parent_slug === null ? null : { name: parent_name!, slug: parent_slug }
  return {
    ...rest,
    name: ownName(rest.name, parent),
    full_name: fullName(rest.name, parent),
    parent,
    children: children.map((child) => ({ ...child, name: ownName(child.name, category) })).sort(byName),
  }
}

type TreeNode = { id: string; name: string; full_name: string; slug: string; parent_id: string | null; depth: number }

/**
 * Every category, parents by name and each directly before its children; `depth` is 0 at the top. `name` leaves out the
 * parent's, `full_name` has it once.
 */
export async function listCategoryTree(): Promise<TreeNode[]> {
  const categories = await db.selectFrom('categories').select(['id', 'name', 'slug', 'parent_id']).execute()
  const childrenOf = Map.groupBy(categories, ({ parent_id }) => parent_id)
  const listBelow = (parent: { id: string; name: string } | null, depth: number): TreeNode[] =>
    (childrenOf.get(parent?.id ?? null) ?? [])
      .map((row) => ({ row, name: ownName(row.name, parent) }))
      .sort(byName)
      .flatMap(({ row, name }) => [
        { ...row, name, full_name: fullName(row.name, parent), depth },
        ...listBelow(row, depth + 1),
      ])
  return listBelow(null, 0)
}

/** `listCategoryTree` cached by content version, for the filters of every list. */
export const listCategoriesForFilter = memoizeByContentVersion(listCategoryTree)

/** The current slug of the category that had this one before. */
export async function findMovedCategory(slug: string) {
  return db
    .selectFrom('category_redirects')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('categories.slug')
    .where('category_redirects.slug', '=', slug)
    .executeTakeFirst()
}

/**
 * The current offers of each category that has some, by id: all of them, and those that can be bought on a day. Those of
 * subcategories count as in the lists of deals. Read from an index alone.
 */
export async function readCategoryCounts(today: string): Promise<ReadonlyMap<string, DealCounts>> {
  const { rows } = await sql<DealCounts & { id: string }>`
    with counted as (
      select category_id, count(*) as deals, count(*) filter (where ${isOpenDeal(today)}) as open
      from deals where published and is_current and ${IS_PAID_ONCE} group by category_id
    )
    select ancestor as id, sum(deals)::int as deals, sum(open)::int as open
    from counted join categories on categories.id = category_id, unnest(category_path) as ancestor
    group by ancestor`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** `readCategoryCounts` of today, cached by content version. */
export const countDealsByCategory = memoizeByContentVersion(() => readCategoryCounts(utcToday()))
