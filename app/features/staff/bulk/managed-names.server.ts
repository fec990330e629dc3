import { db } from '~/db/database.server'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import type { ManagedNames, ManageSearch } from '~/features/catalog/deals/list/managed-search'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'

/** What the filters of the staff's list are called. */
export async function listManagedNames({ import: id }: ManageSearch): Promise<ManagedNames> {
  const imported = db.selectFrom('imports').select('file_name').where('id', '=', id)
  const [categories, platforms, file] = await Promise.all([
    listCategoriesForFilter(),
    listPlatforms(),
    id ? imported.executeTakeFirst() : undefined,
  ])
  return {
    categories: categories.map(({ name, full_name, slug, depth }) => ({ name, full_name, slug, depth })),
    platforms: platforms.map(({ name, slug }) => ({ name, slug })),
    importedFile: file?.file_name ?? 'no longer stored',
  }
}
