import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'

/** What the editor's choices of a category and a platform offer. */
export async function listTaxonomy() {
  const [categories, platforms] = await Promise.all([listCategoriesForFilter(), listPlatforms()])
  return { categories, platforms }
}
