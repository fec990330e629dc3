import { db } from '~/db/database.server'

type NamedRow = { id: string; name: string; slug: string; parent?: string | null }
export type FindId = (value: string) => string | undefined

/**
 * Finds categories and platforms by slug or, ignoring case, by name (spec §5). "Parent / Child" finds a subcategory
 * too. Loaded once for an import.
 */
export async function loadIdFinders(): Promise<{ category: FindId; platform: FindId }> {
  const [categories, platforms] = await Promise.all([
    db
      .selectFrom('categories')
      .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
      .select(['categories.id', 'categories.name', 'categories.slug', 'parent.name as parent'])
      .execute(),
    db.selectFrom('platforms').select(['id', 'name', 'slug']).execute(),
  ])
  return { category: finderIn(categories), platform: finderIn(platforms) }
}

function finderIn(rows: NamedRow[]): FindId {
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  const byName = new Map(rows.map(({ name, id }) => [name.toLowerCase(), id]))
  const children = rows.filter(({ parent }) => parent)
  const byPath = new Map(children.map(({ parent, name, id }) => [`${parent} / ${name}`.toLowerCase(), id]))
  return (value) => {
    const name = value.toLowerCase()
    return bySlug.get(value) ?? byName.get(name) ?? byPath.get(name)
  }
}
