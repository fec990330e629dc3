import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { oncePerVersion } from '~/db/once-per-version.server'

/** Top level only, by name. */
export async function listTopCategories() {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description'])
    .where('parent_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** One category with its parent (null at the top) and its children by name. */
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
    .orderBy('name')
    .orderBy('id')
    .execute()
  const { parent_name, parent_slug, ...rest } = category
  const parent = parent_slug === null ? null : { name: parent_name!, slug: parent_slug }
  return { ...rest, parent, children }
}

/** Every category, parents by name and each directly before its children; `depth` is 0 at the top. */
export async function listCategoryTree() {
  const { rows } = await sql<{ id: string; name: string; slug: string; parent_id: string | null; depth: number }>`
    with recursive tree as (
      select id, name, slug, parent_id, 0 as depth, array[name, id::text] as path
      from categories where parent_id is null
      union all
      select child.id, child.name, child.slug, child.parent_id, depth + 1, path || child.name || child.id::text
      from categories child join tree on tree.id = child.parent_id
      where depth < 10
    )
    select id, name, slug, parent_id, depth from tree order by path`.execute(db)
  return rows
}

/** The same as last remembered, for the filters of every list. */
export const listCategoriesForFilter = oncePerVersion(listCategoryTree)

/** Where the category is now that once had this address. */
export async function findMovedCategory(slug: string) {
  return db
    .selectFrom('category_redirects')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('categories.slug')
    .where('category_redirects.slug', '=', slug)
    .executeTakeFirst()
}
