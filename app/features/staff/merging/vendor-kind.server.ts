import { sql } from 'kysely'
import { compareProductsSoon } from '~/features/catalog/products/compare-products.server'
import { lockNewProducts } from '~/features/catalog/products/lock-new-products.server'
import { storedVendorKey } from '~/features/catalog/products/product-key'
import { pluralize } from '~/ui/pluralize'
import { countSql, type MergeKind } from './merge-kind.server'

export const vendorKind: MergeKind = {
  kind: 'vendor',
  plural: 'vendors',
  table: 'vendors',
  moves: [
    ['products', 'vendor_id'],
    ['deals', 'vendor_id'],
    ['vendor_names', 'vendor_id'],
    ['change_logs', 'vendor_id'],
    ['vendor_redirects', 'vendor_id'],
  ],
  combines: ['follows'],
  leaves: [],
  follows: 'vendor_id',
  redirects: { table: 'vendor_redirects', column: 'vendor_id' },
  counts: {
    deals: {
      label: 'Deals',
      of: countSql(sql`deals where vendor_id = vendors.id`),
      moves: (count) => `${pluralize(count, 'deal')}, drafts included`,
    },
    products: {
      label: 'Products',
      of: countSql(sql`products where vendor_id = vendors.id`),
      moves: (count) => `${pluralize(count, 'product')}, to be compared with the others again`,
    },
    names: {
      label: 'Names for imports',
      of: countSql(sql`vendor_names where vendor_id = vendors.id`),
      moves: (count) => `${pluralize(count, 'name')}, by which later imports find the vendor`,
    },
  },
  limit: { count: 'deals', max: 10_000, advice: 'Keep it, and merge the other one into it.' },
  async lock(trx, id, into) {
    await lockNewProducts(trx)
    await trx.selectFrom('deals').select('id').where('vendor_id', '=', id).orderBy('id').forUpdate().execute()
    // Waits for deals of these vendors that are being added. Later ones find no vendor here, and start again.
    await trx.selectFrom('vendors').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute()
  },
  async beforeMove(trx, { id }) {
    // The products that it gets may be like its own, so they are compared again.
    await trx.updateTable('products').set({ compared_at: null }).where('vendor_id', '=', id).execute()
    await compareProductsSoon(trx)
    return undefined
  },
  async afterMove(trx, { id }) {
    const changed = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }
    await trx.updateTable('vendors').set(changed).where('id', '=', id).execute()
  },
  head: ({ slug }) => ({ notes: [], path: `/vendors/${slug}` }),
  async describe(from, into) {
    const lines = [
      ['Name, website, status and note of ', into.name, '. Those of ', from.name, ' are deleted.'],
      'The vendor name on each deal, as it was entered.',
      'Every product. Two that are the same are merged on their own screen.',
    ]
    return { stays: { icon: 'check', title: 'Stays', lines } }
  },
  others: {
    label: 'Vendors that may be the same',
    columns: ['Vendor', 'Deals', 'Products'],
    cells: sql`array[${countSql(sql`deals where vendor_id = other.id`)}::text, ${countSql(sql`products where vendor_id = other.id`)}::text]`,
    matches: (words) =>
      sql`exists (select from vendor_names where vendor_id = other.id and key = ${storedVendorKey(words)})`,
    suggested: sql`similarity(fold_case(other.name), fold_case(this.name)) >= 0.5`,
  },
}
