import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { storedVendorKey } from '~/features/catalog/products/product-key'

/** The vendor to which deals with this vendor name belong. */
export async function findVendorByName(name: string, executor: Executor = db) {
  return executor
    .selectFrom('vendor_names')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select(['vendors.id', 'vendors.name', 'vendors.slug', 'vendors.status'])
    .where('key', '=', storedVendorKey(name))
    .executeTakeFirst()
}

/** Adds a name by which deals find the vendor. The caller holds the lock and has checked that no other vendor has it. */
export async function addVendorName(trx: Trx, id: string, name: string) {
  const values = { key: storedVendorKey(name), vendor_id: id }
  await trx
    .insertInto('vendor_names')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
