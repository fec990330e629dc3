import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { countDealsUnder, listDependentDeals } from '~/features/catalog/taxonomy/dependent-deals.server'
import { CATEGORY_LIMITS } from '~/features/catalog/taxonomy/taxonomy'
import { fingerprint, removeAudited, type SaveError, saveAudited } from '~/features/people/audit/audited-rows.server'
import { line, optional, paragraphs, required, slug } from '~/http/fields.server'
import { byName } from '~/ui/by-name'
import type { Dependents } from '~/ui/dependents'
import { pluralize } from '~/ui/pluralize'
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

/** A category for its form, with its version, what depends on it and the number of members who follow it. */
export async function findManagedCategory(id: string) {
  const [row, dependents, followers] = await Promise.all([
    findFields(db, id),
    listDependents(db, id),
    countFollowers(id),
  ])
  return row && { ...row, version: fingerprint(row), dependents, followers }
}

async function countFollowers(id: string) {
  const follows = db.selectFrom('follows').where('category_id', '=', id)
  return (await follows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** The categories that may have subcategories: the site shows two levels. */
export async function listPossibleParents(id: string | undefined) {
  const parents = await db
    .selectFrom('categories')
    .select(['name', 'slug'])
    .where('parent_id', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '<>', id!))
    .execute()
  return parents.sort(byName)
}

export async function saveCategory(actor: string, id: string | undefined, form: CategoryValues, version: string) {
  const values = { ...form, slug: form.slug ?? slugFromTitle(form.name, 'category') }
  const { parent_slug, ...columns } = values
  // Resolved in the statement itself; the check has found it under the same lock.
  const row = {
    ...columns,
    parent_id: sql<string | null>`(select id from categories as parent where slug = ${parent_slug})`,
  }
  return saveAudited({
    actor,
    entity: 'category',
    id,
    version,
    values,
    label: form.name,
    lock: lockCategories,
    find: findFields,
    // An import may have made more levels; an existing parent may stay.
    check: async (trx, before) =>
      parent_slug === (before?.parent_slug ?? null) ? undefined : checkParent(trx, id, parent_slug),
    insert: (trx) => trx.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow(),
    update: (trx, id) => trx.updateTable('categories').set(row).where('id', '=', id).execute(),
    taken: {
      categories_slug_key: { field: 'slug', message: `Another category has the slug ${values.slug}.` },
      categories_name_key: { field: 'name', message: 'Another category has this name.' },
    },
  })
}

export async function removeCategory(actor: string, id: string) {
  return removeAudited({
    actor,
    entity: 'category',
    id,
    find: async (trx) => {
      await lockCategories(trx)
      const row = await trx.selectFrom('categories').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
      return row?.name
    },
    dependents: (trx) => listDependents(trx, id),
    remove: async (trx) => {
      await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'CATEGORY').where('entity_id', '=', id).execute()
      await trx.deleteFrom('categories').where('id', '=', id).execute()
    },
  })
}

/** Serializes writes: two saves that move categories below each other would make a cycle. */
export async function lockCategories(trx: Trx) {
  await sql`lock table categories in share row exclusive mode`.execute(trx)
}

async function checkParent(trx: Trx, id: string | undefined, slug: string | null): Promise<SaveError | undefined> {
  if (slug === null) return undefined
  const reject = (message: string): SaveError => ({ status: 400, fieldErrors: { parent_slug: [message] } })
  const parent = await trx
    .selectFrom('categories')
    .select(['id', 'name', 'parent_id'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!parent) return reject('This category no longer exists.')
  if (parent.id === id) return reject('A category cannot be its own parent.')
  if (parent.parent_id) return reject(`${parent.name} is a subcategory itself. There are only two levels.`)
  const child = id && (await trx.selectFrom('categories').select('id').where('parent_id', '=', id).executeTakeFirst())
  return child ? reject('This category has subcategories. There are only two levels.') : undefined
}

async function findFields(executor: Executor, id: string) {
  return executor
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .select(['categories.name', 'categories.slug', 'categories.description', 'parent.slug as parent_slug'])
    .where('categories.id', '=', id)
    .executeTakeFirst()
}

async function listDependents(executor: Executor, id: string): Promise<Dependents[]> {
  const children = await executor
    .selectFrom('categories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', id)
    .executeTakeFirstOrThrow()
  const label = pluralize(children.count, 'subcategory', 'subcategories')
  const below = { count: children.count, label, to: '/admin/categories' }
  return [...(await listDependentDeals('category', id, executor)), ...(below.count > 0 ? [below] : [])]
}

/** The form of a category. Its parent is named by its slug; an empty slug is null: generate it from the name. */
export const categoryForm = z.object({
  name: required('Name', line(CATEGORY_LIMITS.name)),
  slug: optional('Slug', slug, null),
  description: optional('Description', paragraphs(CATEGORY_LIMITS.description), null),
  parent_slug: optional('Parent', slug, null),
})
type CategoryValues = z.infer<typeof categoryForm>
