import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { withRetries } from '~/db/transaction.server'

/** Job, at midnight UTC: marks the current offers of the new day, and deletes vendors that nothing belongs to. */
export async function refreshProducts(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await refreshOffers(abortSignal)
  await deleteEmptyVendors()
}

const BATCH = 500

/**
 * Marks the current offer of every product with several published ones as of today, which moves at midnight UTC when an
 * offer begins or ends.
 *
 * @returns how many products got another current offer
 */
export async function refreshOffers(signal?: AbortSignal) {
  let changed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ product_id: string }>`
      select product_id from deals where published and product_id > ${last}::uuid
      group by product_id having count(*) > 1 order by product_id limit ${BATCH}`.execute(db)
    if (rows.length === 0) return changed
    const ids = rows.map(({ product_id }) => product_id)
    const batch = await withRetries(() =>
      sql<{ changed: number }>`select refresh_current_offers(${ids}::uuid[]) as changed`.execute(db),
    )
    changed += batch.rows[0]!.changed
    last = ids.at(-1)!
  }
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
