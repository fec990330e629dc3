import { sql } from 'kysely'
import { fullName } from '~/features/categories/category'
import { lockCategories } from '~/features/categories/manage-categories.server'
import { pluralize } from '~/ui/pluralize'
import { countRow, countSql, type MergeKind, type MergeRow, moving, redirecting } from './merge-kind.server'

type CategoryRow = MergeRow & {
  parent: string | null
  parent_id: string | null
  /** The ids from the top down to the category itself. */
  category_path: string[]
  /** Those directly in the category, drafts included. */
  deals: number
  subcategories: number
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
  counts: { deals: 'Deals', subcategories: 'Subcategories' },
  limit: {
    count: 'deals',
    max: 10_000,
    advice: 'Set the category of most of them on the list of deals first.',
  },
  async find(executor, id) {
    const { rows } = await sql<CategoryRow>`
      select category.id, category.name, category.slug, category.parent_id, category.category_path, parent.name as parent,
        (select count(*) from deals where category_id = category.id) as deals,
        (select count(*) from categories as child where child.parent_id = category.id) as subcategories,
        exists (
          select from seo_metadata where entity_type = 'CATEGORY' and entity_id = category.id::text
        ) as has_seo,
        category.slug || array(select slug from category_redirects where category_id = category.id order by slug) as slugs
      from categories as category left join categories as parent on parent.id = category.parent_id
      where category.id = ${id}`.execute(executor)
    return rows[0]
  },
  async lock(trx, id) {
    await lockCategories(trx)
    // Waits for deals that are being saved with this category. Later ones find it gone.
    await trx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
  },
  findProblem(from, into) {
    if (into.category_path.includes(from.id)) return 'A category cannot be merged into one of its own subcategories.'
    if (from.subcategories === 0 || into.parent_id === null) return undefined
    return `${nameOf(into)} is a subcategory, so it cannot have the subcategories of ${nameOf(from)}. There are only two levels.`
  },
  async beforeMove(trx, { id }) {
    await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'CATEGORY').where('entity_id', '=', id).execute()
    return undefined
  },
  head: ({ slug, parent }) => ({ notes: parent ? [`In ${parent}`] : [], path: `/categories/${slug}`, isLinked: true }),
  async describe(from, into) {
    const { deals, subcategories } = from
    // A category that goes into its parent is one subcategory less.
    const below = into.subcategories + subcategories - (from.parent_id === into.id ? 1 : 0)
    return {
      rows: [countRow('Deals', into.deals, deals), countRow('Subcategories', into.subcategories, subcategories, below)],
      fates: [
        moving([
          ...(deals > 0 ? [`${pluralize(deals, 'deal')}, drafts included`] : []),
          ...(subcategories > 0
            ? [`${pluralize(subcategories, 'subcategory', 'subcategories')}, with their names and URLs`]
            : []),
        ]),
        redirecting('categories', from, into),
        {
          icon: 'trash-2',
          title: 'Is deleted',
          lines: [['The name and description of ', nameOf(from)], ...(from.has_seo ? ['Its SEO entry'] : [])],
        },
      ],
    }
  },
  others: {
    label: 'Categories to merge into',
    columns: ['Category', 'Parent', 'Deals'],
    joins: sql`left join categories as parent on parent.id = other.parent_id`,
    cells: sql`array[coalesce(parent.name, ''), ${countSql(sql`deals where category_id = other.id`)}]`,
    text: sql`other.name`,
    suggested: sql`true`,
    possible: () => sql`(this.id <> all (other.category_path)
      and (other.parent_id is null or not exists (select from categories where parent_id = this.id)))`,
  },
}
