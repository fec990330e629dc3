import { countDealsUnder } from '~/features/catalog/taxonomy/dependent-deals.server'
import { listCategoryTree } from './categories.server'

/** Every category with the number of deals in it, children after their parents. */
export async function listManagedCategories() {
  const categories = await listCategoryTree()
  const counts = await countDealsUnder(
    'category_id',
    categories.map(({ id }) => id),
  )
  return categories.map((category) => ({ ...category, deals: counts.get(category.id) ?? 0 }))
}
