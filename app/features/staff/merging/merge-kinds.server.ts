import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { DB } from '~/db/schema'
import { moveFollows } from '~/features/audience/following/move-follows.server'
import { lockCategories } from '~/features/catalog/categories/category-record.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { recordPresentPrice } from '~/features/catalog/price-history/correct-price-history.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { storedVendorKey } from '~/features/catalog/products/product-key'
import { listSimilarProducts } from '~/features/catalog/products/suggestions.server'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { COMBINED_TABLES, combineRecords, LEFT_TABLES, MOVED_TABLES } from './deal-records.server'
import type { MergeKindName } from './merging'

export type MergeRow = {
  id: string
  name: string
  /** Shown below the name, because two records may have the same one. */
  note: string | null
  slug: string
  /** Its public addresses, present and former, which redirect after a merge. */
  slugs: string[]
  counts: Record<string, number>
  /** Of a deal. */
  published?: boolean
  /** Of a category: the ids from the top down to itself. */
  category_path?: string[]
}

export type MergeKind = {
  kind: MergeKindName
  plural: string
  /** What the two are confirmed to be, if not the noun. */
  same?: string
  table: 'deals' | 'products' | 'vendors' | 'categories'
  /** SQL for the note of a row, and for further columns. */
  note: RawBuilder<unknown>
  columns?: RawBuilder<unknown>
  /** Shown, and stored in the audit log: the noun, its plural, and how many a record has, as SQL. */
  counts: Record<string, [noun: string, plural: string, of: RawBuilder<unknown>]>
  /** Tables whose rows move as they are, with the column that refers to the record, in this order. */
  moves: readonly (readonly [table: keyof DB, column: string])[]
  /** Tables with one row per person or pair, which `combine` moves before the rest. */
  combines: readonly (keyof DB)[]
  combine?(trx: Trx, id: string, into: string): Promise<unknown>
  /** Tables whose rows are deleted with the record. */
  leaves: readonly (keyof DB)[]
  finish?(trx: Trx, into: string): Promise<unknown>
  redirects?: { table: keyof DB; column: string /** The column for the former name. */; name?: string }
  /** A count that one transaction can move at most, and what to do about a larger one. */
  limit?: { count: string; max: number; advice: string }
  lock(trx: Trx, id: string, into: string): Promise<unknown>
  /** Why two different records of this kind cannot be merged. */
  problem?(from: MergeRow, into: MergeRow): string | undefined
  /** Sentences about what stays and what is deleted. */
  says(from: MergeRow, into: MergeRow): Promise<string[]> | string[]
  /** SQL for whether the record `other` may be the same as `this`, and for whether it matches words. */
  suggested(id: string): Promise<RawBuilder<unknown>> | RawBuilder<unknown>
  matches?(words: string): RawBuilder<unknown>
}

const count = (rows: RawBuilder<unknown>) => sql`(select count(*) from ${rows})`
const ofDeal = (table: keyof DB) => count(sql`${sql.table(table)} where deal_id = deals.id`)

const deal: MergeKind = {
  kind: 'deal',
  plural: 'deals',
  same: 'offer',
  table: 'deals',
  note: sql`(select name from platforms where id = deals.platform_id)
    || to_char(deals.start_date, ', FMDD Mon YYYY') || case when deals.published then '' else ', draft' end`,
  columns: sql`deals.published`,
  counts: {
    reviews: ['review', 'reviews', ofDeal('reviews')],
    comments: ['comment', 'comments', ofDeal('comments')],
    change_logs: ['change report', 'change reports', ofDeal('change_logs')],
    bookmarks: ['bookmark', 'bookmarks', ofDeal('bookmarks')],
    price_points: ['price point', 'price points', ofDeal('deal_price_points')],
    clicks: [
      'click',
      'clicks',
      count(sql`click_targets join click_events on click_events.deal_id = click_targets.id
        where click_targets.deal_id = deals.id`),
    ],
  },
  moves: MOVED_TABLES.map((table) => [table, 'deal_id'] as const),
  combines: COMBINED_TABLES,
  leaves: LEFT_TABLES,
  redirects: { table: 'deal_redirects', column: 'deal_id', name: 'title' },
  async lock(trx, id, into) {
    await lockNewProducts(trx)
    // Waits for reviews and comments that are being added to one of them. Later ones find the deal that stays.
    await trx.selectFrom('deals').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute()
  },
  problem: (from, into) =>
    from.published && !into.published
      ? 'The deal that would stay is a draft, and the other one is public. Keep the public one, or publish this one first.'
      : undefined,
  async combine(trx, id, into) {
    // Verified changes that move are told as those of the deal that stays.
    await noteDeals(trx, [into])
    await combineRecords(trx, id, into)
    // Both are the same offer, so the newer confirmation is that of the deal that stays.
    await sql`
      update deals as remaining set found_on = gone.confirmed_on from deals as gone
      where remaining.id = ${into} and gone.id = ${id}
        and (remaining.confirmed_on is null or gone.confirmed_on > remaining.confirmed_on)`.execute(trx)
  },
  async finish(trx, id) {
    // The other deal's last price may have been recorded later.
    await recordPresentPrice(trx, id)
    await sql`update deals set updated_at = now() where id = ${id}`.execute(trx)
  },
  says: () => [
    'Text, price, plans, picture, link and SEO entry of the deal that goes are deleted. Of two reviews by one person the newer one counts, and the older one becomes its earlier version.',
  ],
  suggested: () =>
    sql`(other.product_id = this.product_id or other.title_key = this.title_key and other.title_key <> '')`,
  // As in the index on titles and vendors.
  matches: (words) => sql`fold_case(other.title || E'\\x1f' || other.vendor_name) like ${contains(words)}`,
}

const ofOffers = (value: RawBuilder<unknown>) => sql`(select ${value} from deals where product_id = products.id)`

const product: MergeKind = {
  kind: 'product',
  plural: 'products',
  table: 'products',
  note: sql`(select name from vendors where id = products.vendor_id)`,
  counts: {
    offers: ['offer', 'offers', ofOffers(sql`count(*)`)],
    open: ['open', 'open', ofOffers(sql`count(*) filter (where published and ${isOpen()})`)],
    reviews: ['review', 'reviews', ofOffers(sql`coalesce(sum(review_count), 0)::int`)],
  },
  moves: [['deals', 'product_id']],
  combines: ['product_differences'],
  leaves: [],
  // Each moved offer makes triggers choose the current offers anew.
  limit: { count: 'offers', max: 1_000, advice: 'Keep it, and merge the other one into it.' },
  lock: (trx, ...ids) => lockProducts(trx, ids),
  async combine(trx, id, into) {
    await sql`
      insert into product_differences (product_id, other_id, decided_by, decided_at)
      select least(${into}::uuid, third.id), greatest(${into}::uuid, third.id), decided_by, decided_at
      from product_differences
        join products as third on third.id = case product_id when ${id} then other_id else product_id end
      where ${id} in (product_id, other_id) and third.id <> ${into}
      order by third.id
      -- Waits for the deletion of a product, which is then left out.
      for key share of third
      on conflict do nothing`.execute(trx)
    await sql`
      update products set version = products.version + 1, website_url = coalesce(products.website_url, gone.website_url)
      from products as gone
      where products.id = ${into} and gone.id = ${id}`.execute(trx)
  },
  async says(from, into) {
    const [one = '', other = ''] = [from.id, into.id].sort()
    const decided = db.selectFrom('product_differences').select('product_id')
    const isDifferent = await decided.where('product_id', '=', one).where('other_id', '=', other).executeTakeFirst()
    return [
      ...(isDifferent ? ['Someone decided that these two are not the same.'] : []),
      'Name, vendor and website of the product that goes are deleted; the website moves if the other one has none. Every offer keeps its reviews, prices, vendor name and address.',
    ]
  },
  suggested: async (id) => sql`other.id = any(${await listSimilarProducts(id)}::uuid[])`,
}

/** Locks offers before products, as the triggers of offers do. Waits for offers that are being added. */
async function lockProducts(trx: Trx, ids: string[]) {
  await lockNewProducts(trx)
  await trx.selectFrom('deals').select('id').where('product_id', 'in', ids).orderBy('id').forUpdate().execute()
  await trx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

const vendor: MergeKind = {
  kind: 'vendor',
  plural: 'vendors',
  table: 'vendors',
  note: sql`vendors.website_url`,
  counts: {
    deals: ['deal', 'deals', count(sql`deals where vendor_id = vendors.id`)],
    products: ['product', 'products', count(sql`products where vendor_id = vendors.id`)],
    names: ['name for imports', 'names for imports', count(sql`vendor_names where vendor_id = vendors.id`)],
  },
  moves: [
    ['products', 'vendor_id'],
    ['deals', 'vendor_id'],
    ['vendor_names', 'vendor_id'],
    ['change_logs', 'vendor_id'],
    ['vendor_redirects', 'vendor_id'],
  ],
  combines: ['follows'],
  combine: (trx, id, into) => moveFollows(trx, 'vendor_id', id, into),
  leaves: [],
  redirects: { table: 'vendor_redirects', column: 'vendor_id' },
  limit: { count: 'deals', max: 10_000, advice: 'Keep it, and merge the other one into it.' },
  async lock(trx, id, into) {
    await lockNewProducts(trx)
    await trx.selectFrom('deals').select('id').where('vendor_id', '=', id).orderBy('id').forUpdate().execute()
    // Waits for deals of these vendors that are being added. Later ones find no vendor here, and start again.
    await trx.selectFrom('vendors').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute()
  },
  finish: (trx, id) => sql`update vendors set version = version + 1, updated_at = now() where id = ${id}`.execute(trx),
  says: () => [
    'Name, website, status and note of the vendor that goes are deleted. Every deal keeps the vendor name that was entered. Products are not merged with each other.',
  ],
  suggested: () => sql`similarity(fold_case(other.name), fold_case(this.name)) >= 0.5`,
  matches: (words) =>
    sql`(fold_case(other.name) like ${contains(words)}
      or exists (select from vendor_names where vendor_id = other.id and key = ${storedVendorKey(words)}))`,
}

const category: MergeKind = {
  kind: 'category',
  plural: 'categories',
  table: 'categories',
  note: sql`(select name from categories as parent where parent.id = categories.parent_id)`,
  columns: sql`categories.category_path`,
  counts: {
    deals: ['deal', 'deals', count(sql`deals where category_id = categories.id`)],
    subcategories: [
      'subcategory',
      'subcategories',
      count(sql`categories as child where child.parent_id = categories.id`),
    ],
  },
  moves: [
    ['categories', 'parent_id'],
    ['deals', 'category_id'],
    ['category_redirects', 'category_id'],
  ],
  combines: ['follows'],
  combine: (trx, id, into) => moveFollows(trx, 'category_id', id, into),
  leaves: [],
  redirects: { table: 'category_redirects', column: 'category_id', name: 'name' },
  limit: { count: 'deals', max: 10_000, advice: 'Set the category of most of them on the list of deals first.' },
  async lock(trx, id) {
    await lockCategories(trx)
    // Waits for deals that are being saved with this category. Later ones find it gone.
    await trx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
  },
  problem(from, into) {
    if (into.category_path!.includes(from.id)) return 'A category cannot be merged into one of its own subcategories.'
    if (!from.counts.subcategories || into.category_path!.length === 1) return undefined
    return `${into.name} is a subcategory, so it cannot have the subcategories of ${from.name}. There are only two levels.`
  },
  says: () => [
    'Name, description and SEO entry of the category that goes are deleted. Subcategories keep their names and URLs.',
  ],
  suggested: () => sql`this.id <> all (other.category_path)
    and (other.parent_id is null or not exists (select from categories where parent_id = this.id))`,
}

/** A pattern for LIKE, folded as the searched text. */
export const contains = (words: string) => sql`'%' || fold_case(${words.replace(/[\\%_]/g, '\\$&')}) || '%'`

export const MERGE_SPECS: Record<MergeKindName, MergeKind> = { deal, product, vendor, category }
