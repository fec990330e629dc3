import { db } from '~/db/database.server'

/** Deletes what is left of vendors without deals and products, except those that staff have edited. */
export async function deleteEmptyVendors() {
  await db
    .deleteFrom('vendors')
    .where('status', '=', 'UNKNOWN')
    .where('note', 'is', null)
    .where('version', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deals').select('deals.id').whereRef('deals.vendor_id', '=', 'vendors.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('products').select('products.id').whereRef('products.vendor_id', '=', 'vendors.id'))),
    )
    .execute()
}
