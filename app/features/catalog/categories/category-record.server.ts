import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { withSlug } from '~/features/catalog/deals/slug'
import { listDependentDeals } from '~/features/catalog/taxonomy/dependent-deals.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { recordTable } from '~/features/people/records/record-table.server'
import type { RecordKind, Refused } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import { slug } from '~/http/fields.server'
import { byName } from '~/ui/by-name'
import { pluralize } from '~/ui/pluralize'
import { CATEGORY_FIELDS } from './category'

export const categoryForm = formOf(CATEGORY_FIELDS, { parent_slug: slug })
const form = categoryForm.transform((values) => withSlug(values, 'category'))
type CategoryValues = ReturnType<typeof form.parse>

export const CATEGORY: RecordKind<CategoryValues, CategoryValues, CategoryPage> = {
  noun: 'Category',
  entity: 'category',
  list: { to: '/admin/categories', label: 'Manage Categories' },
  description: 'A category and its parent.',
  role: 'staff',
  form,
  titleOf: ({ name }) => name,
  ...recordTable<CategoryValues>('categories', CATEGORY_FIELDS, {
    columns: { parent_slug: sql`(select slug from categories as parent where parent.id = categories.parent_id)` },
    // The check has found the parent under the same lock.
    rowOf: ({ parent_slug, ...columns }) => ({
      ...columns,
      parent_id: sql`(select id from categories as parent where slug = ${parent_slug})`,
    }),
  }),
  more: readPage,
  lock: lockCategories,
  // An import may have made more levels; an existing parent may stay.
  check: async (trx, { id, before, values: { parent_slug } }) =>
    parent_slug === (before?.parent_slug ?? null) ? undefined : checkParent(trx, id, parent_slug),
  needsPassword: (values) => values === undefined,
  dependents: listDependents,
  taken: ({ slug }) => ({
    categories_slug_key: ['slug', `Another category has the slug ${slug}.`],
    categories_name_key: ['name', 'Another category has this name.'],
  }),
}

/** Serializes writes: two saves that move categories below each other would make a cycle. */
export async function lockCategories(trx: Trx) {
  await sql`lock table categories in share row exclusive mode`.execute(trx)
}

async function checkParent(trx: Trx, id: string | undefined, slug: string | null): Promise<Refused | undefined> {
  if (slug === null) return undefined
  const reject = (message: string): Refused => ({ status: 400, fieldErrors: { parent_slug: [message] } })
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

async function listDependents(executor: Executor, id: string) {
  const children = await executor
    .selectFrom('categories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', id)
    .executeTakeFirstOrThrow()
  const label = pluralize(children.count, 'subcategory', 'subcategories')
  const below = { count: children.count, label, to: '/admin/categories' }
  return [...(await listDependentDeals('category', id, executor)), ...(below.count > 0 ? [below] : [])]
}

/** The possible parents, the number of members who follow it, and whether the user may merge it. */
type CategoryPage = { parents: { name: string; slug: string }[]; followers: number; mayMerge: boolean; id?: string }

async function readPage({ id, user }: { id: string | undefined; user: User }): Promise<CategoryPage> {
  const [parents, followers] = await Promise.all([listPossibleParents(id), id ? countFollowers(id) : 0])
  return { parents, followers, mayMerge: canMerge(user), id }
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

async function countFollowers(id: string) {
  const follows = db.selectFrom('follows').where('category_id', '=', id)
  return (await follows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}
