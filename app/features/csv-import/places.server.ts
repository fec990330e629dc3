import { db } from '~/db/database.server'

type Place = { id: string; name: string; slug: string }
export type FindPlace = (value: string) => string | undefined

/** The ids of categories and platforms by slug or, in any case, by name (spec §5). Read once for a whole import. */
export async function loadPlaces(): Promise<{ category: FindPlace; platform: FindPlace }> {
  const [categories, platforms] = await Promise.all([
    db.selectFrom('categories').select(['id', 'name', 'slug']).execute(),
    db.selectFrom('platforms').select(['id', 'name', 'slug']).execute(),
  ])
  return { category: finderIn(categories), platform: finderIn(platforms) }
}

function finderIn(places: Place[]): FindPlace {
  const bySlug = new Map(places.map(({ slug, id }) => [slug, id]))
  const byName = new Map(places.map(({ name, id }) => [name.toLowerCase(), id]))
  return (value) => bySlug.get(value) ?? byName.get(value.toLowerCase())
}
