import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { findOrCreateVendors } from './find-or-create-vendors.server'

/**
 * Moves deals whose vendor name was changed to the vendor of that name. A product none of whose offers has its vendor any
 * more moves with them.
 */
export async function followVendorNames(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const deals = await trx
    .selectFrom('deals')
    .select(['id', 'product_id', 'vendor_id', 'vendor_name', 'vendor_key', 'link_key'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  const vendors = await findOrCreateVendors(trx, deals)
  const moved = deals
    .map((deal, index) => ({ ...deal, to: vendors[index]! }))
    .filter(({ vendor_id, to }) => vendor_id !== to)
  if (moved.length === 0) return
  const changes = sql`unnest(
    ${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ product_id }) => product_id)}::uuid[],
    ${moved.map(({ vendor_id }) => vendor_id)}::uuid[], ${moved.map(({ to }) => to)}::uuid[]
  ) as changed (id, product_id, former_id, vendor_id)`
  await sql`update deals set vendor_id = changed.vendor_id from ${changes} where deals.id = changed.id`.execute(trx)
  await sql`
    update products set vendor_id = changed.vendor_id from ${changes}
    where products.id = changed.product_id and products.vendor_id = changed.former_id and not exists (
      select from deals where deals.product_id = changed.product_id and deals.vendor_id = changed.former_id)`.execute(
    trx,
  )
}
