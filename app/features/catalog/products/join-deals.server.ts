import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { lockNewProducts } from './lock-new-products.server'
import { productKeys } from './product-key'

const BATCH = 500

/**
 * Computes the keys of deals that have none, oldest first, and joins each to the product that has them already: deals
 * from before there were products, and those that a statement by hand added. Products left without offers are deleted by
 * a trigger. Every batch is one transaction, so that an interrupted job goes on behind the last one.
 *
 * @returns how many deals got keys
 */
export async function joinDeals(signal?: AbortSignal) {
  let joined = 0
  for (;;) {
    signal?.throwIfAborted()
    const batch = await joinBatch()
    joined += batch
    if (batch < BATCH) return joined
  }
}

async function joinBatch() {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockNewProducts(trx)
    const deals = await trx
      .selectFrom('deals')
      .select(['id', 'title', 'vendor_name', 'cta_url'])
      .where('title_key', '=', '')
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .forNoKeyUpdate()
      .execute()
    if (deals.length === 0) return 0
    const keys = deals.map((deal) => productKeys(deal))
    await sql`select join_deals(
      ${deals.map(({ id }) => id)}::uuid[], ${keys.map((key) => key.title_key)}::text[],
      ${keys.map((key) => key.vendor_key)}::text[], ${keys.map((key) => key.link_key)}::text[])`.execute(trx)
    return deals.length
  })
}

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
