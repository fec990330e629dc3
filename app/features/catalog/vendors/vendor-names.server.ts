import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { vendorKey } from '~/features/catalog/products/product-key'

/** The key of a name as find_or_create_vendor stores it. */
export const storedKey = (name: string) => (vendorKey(name) || name.toLowerCase()).slice(0, 200)

/** The vendor to which deals with this vendor name belong. */
export async function findVendorByName(name: string, executor: Executor = db) {
  return executor
    .selectFrom('vendor_names')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select(['vendors.id', 'vendors.name', 'vendors.slug', 'vendors.status'])
    .where('key', '=', storedKey(name))
    .executeTakeFirst()
}

/** Lets deals with this vendor name find the vendor. Nobody else has the name: the caller has looked, under the lock. */
export async function addVendorName(trx: Trx, id: string, name: string) {
  const values = { key: storedKey(name), vendor_id: id }
  await trx
    .insertInto('vendor_names')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
