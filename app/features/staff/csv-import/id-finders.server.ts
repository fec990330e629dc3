import { sql } from 'kysely'
import { db } from '~/db/database.server'

type NamedRow = { id: string; name: string; slug: string; parent_id?: string | null }
type FormerRow = { id: string; name: string | null; slug: string }
export type FindId = (value: string) => string | undefined

/**
 * Finds categories and platforms by slug or, ignoring case, by name (spec §5). "Parent / Child" finds a subcategory
 * too. Former slugs and names of renamed and merged ones count where no present one is equal. Loaded once for an import.
 */
export async function loadIdFinders(): Promise<{ category: FindId; platform: FindId }> {
  const [categories, platforms, formerCategories, formerPlatforms] = await Promise.all([
    db.selectFrom('categories').select(['id', 'name', 'slug', 'parent_id']).execute(),
    db.selectFrom('platforms').select(['id', 'name', 'slug']).execute(),
    listFormer('category'),
    listFormer('platform'),
  ])
  return { category: finderIn(categories, formerCategories), platform: finderIn(platforms, formerPlatforms) }
}

/** Redirects with the former name, unless two records had it. */
async function listFormer(kind: 'category' | 'platform'): Promise<FormerRow[]> {
  const id = sql.ref(`${kind}_id`)
  const { rows } = await sql<FormerRow>`
    select ${id} as id, slug, case when min(${id}::text) over same_name = max(${id}::text) over same_name then name end as name
    from ${sql.table(`${kind}_redirects`)} window same_name as (partition by lower(name))`.execute(db)
  return rows
}

function finderIn(rows: NamedRow[], former: FormerRow[]): FindId {
  const all = [...former, ...rows]
  const bySlug = new Map(all.map(({ slug, id }) => [slug, id]))
  const named = all.flatMap(({ name, id }) => (name === null ? [] : [{ id, name: name.toLowerCase() }]))
  const byName = new Map(named.map(({ name, id }) => [name, id]))
  const namesOf = Map.groupBy(named, ({ id }) => id)
  const byPath = new Map<string, string>()
  for (const { id, parent_id } of rows) {
    for (const parent of namesOf.get(parent_id ?? '') ?? [])
      for (const { name } of namesOf.get(id) ?? []) byPath.set(`${parent.name} / ${name}`, id)
  }
  return (value) => {
    const name = value.toLowerCase()
    return bySlug.get(value) ?? byName.get(name) ?? byPath.get(name)
  }
}
