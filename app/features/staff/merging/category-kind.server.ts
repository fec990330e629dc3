import { sql } from 'kysely'
import { lockCategories } from '~/features/catalog/categories/category-record.server'
import { fullName } from '~/features/catalog/deals/category-name'
import { pluralize } from '~/ui/pluralize'
import { countSql, type MergeKind, type MergeRow } from './merge-kind.server'

type CategoryRow = MergeRow & {
  parent: string | null
  parent_id: string | null
  /** The ids from the top down to the category itself. */
  category_path: string[]
  has_seo: boolean
}

const nameOf = ({ name, parent }: CategoryRow) => fullName(name, parent === null ? null : { name: parent })

export const categoryKind: MergeKind<CategoryRow> = {
  kind: 'category',
  plural: 'categories',
  table: 'categories',
  moves: [
    ['categories', 'parent_id'],
    ['deals', 'category_id'],
    ['category_redirects', 'category_id'],
  ],
  combines: ['follows'],
  leaves: [],
  follows: 'category_id',
  redirects: { table: 'category_redirects', column: 'category_id', name: 'name' },
  columns: sql`categories.parent_id, categories.category_path, parent.name as parent, exists (
    select from seo_metadata where entity_type = 'CATEGORY' and entity_id = categories.id::text) as has_seo`,
  joins: sql`left join categories as parent on parent.id = categories.parent_id`,
  counts: {
    deals: {
      label: 'Deals',
      of: countSql(sql`deals where category_id = categories.id`),
      moves: (count) => `${pluralize(count, 'deal')}, drafts included`,
    },
    subcategories: {
      label: 'Subcategories',
      of: countSql(sql`categories as child where child.parent_id = categories.id`),
      moves: (count) => `${pluralize(count, 'subcategory', 'subcategories')}, with their names and URLs`,
    },
  },
  limit: {
    count: 'deals',
    max: 10_000,
    advice: 'Set the category of most of them on the list of deals first.',
  },
  async lock(trx, id) {
    await lockCategories(trx)
    // Waits for deals that are being saved with this category. Later ones find it gone.
    await trx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
  },
  findProblem(from, into) {
    if (into.category_path.includes(from.id)) return 'A category cannot be merged into one of its own subcategories.'
    if (!from.counts.subcategories || into.parent_id === null) return undefined
    return `${nameOf(into)} is a subcategory, so it cannot have the subcategories of ${nameOf(from)}. There are only two levels.`
  },
  async beforeMove(trx, { id }) {
    await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'CATEGORY').where('entity_id', '=', id).execute()
    return undefined
  },
  head: ({ slug, parent }) => ({ notes: parent ? [`In ${parent}`] : [], path: `/categories/${slug}`, isLinked: true }),
  async describe(from, into) {
    return {
      // A category that goes into its parent is one subcategory less.
      less: { subcategories: from.parent_id === into.id ? 1 : 0 },
      deleted: [['The name and description of ', nameOf(from)], ...(from.has_seo ? ['Its SEO entry'] : [])],
    }
  },
  others: {
    label: 'Categories to merge into',
    columns: ['Category', 'Parent', 'Deals'],
    joins: sql`left join categories as parent on parent.id = other.parent_id`,
    cells: sql`array[coalesce(parent.name, ''), ${countSql(sql`deals where category_id = other.id`)}::text]`,
    suggested: sql`true`,
    possible: sql`(this.id <> all (other.category_path)
      and (other.parent_id is null or not exists (select from categories where parent_id = this.id)))`,
  },
}
