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
