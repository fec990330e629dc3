import { db } from '~/db/database.server'

type NamedRow = { id: string; name: string; slug: string; parent?: string | null }
export type FindId = (value: string) => string | undefined

/**
 * The ids of categories and platforms by slug or, in any case, by name (spec §5). "Parent / Child" names a child whether
 * its own name holds the parent's or not. Read once for a whole import.
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

function finderIn(places: NamedRow[]): FindId {
  const bySlug = new Map(places.map(({ slug, id }) => [slug, id]))
  const byName = new Map(places.map(({ name, id }) => [name.toLowerCase(), id]))
  const children = places.filter(({ parent }) => parent)
  const byPath = new Map(children.map(({ parent, name, id }) => [`${parent} / ${name}`.toLowerCase(), id]))
  return (value) => {
    const name = value.toLowerCase()
    return bySlug.get(value) ?? byName.get(name) ?? byPath.get(name)
  }
}
