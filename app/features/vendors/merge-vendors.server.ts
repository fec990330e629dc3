import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { moveFollows } from '~/features/following/move-follows.server'
import { lockNewProducts } from '~/features/products/lock-new-products.server'
import { reasonAgainst, type VendorSide } from './vendor-merge'

/** What a merge would do: the vendor that goes, the one that stays, and why it is not possible, if so. */
export async function describeVendorMerge(id: string, intoSlug: string) {
  const [from, into] = await Promise.all([findSide(db, 'id', id), findSide(db, 'slug', intoSlug)])
  return from && into && { from, into, problem: reasonAgainst(from, into) }
}

type Merged = { outcome: 'merged' } | { outcome: 'missing' } | { outcome: 'refused'; reason: string }

/**
 * Moves the deals, products and names of a vendor to another one, which gets its addresses too, and deletes it. The moved
 * products are compared again, as those of the other vendor may be the same. Deals keep the vendor name as it was typed.
 */
export async function mergeVendors(actor: string, id: string, intoId: string): Promise<Merged> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockNewProducts(trx)
    await trx.selectFrom('deals').select('id').where('vendor_id', '=', id).orderBy('id').forUpdate().execute()
    // Waits for deals of these vendors that are being added. Later ones find no vendor here, and start again.
    await trx.selectFrom('vendors').select('id').where('id', 'in', [id, intoId]).orderBy('id').forUpdate().execute()
    const from = await findSide(trx, 'id', id)
    if (!from) return { outcome: 'missing' }
    const into = await findSide(trx, 'id', intoId)
    if (!into) return { outcome: 'refused', reason: 'The vendor that would stay no longer exists.' }
    const reason = reasonAgainst(from, into)
    if (reason) return { outcome: 'refused', reason }

    await moveContents(trx, id, intoId)
    await redirectAndDelete(trx, from, intoId)
    const { name, slug, deals, products } = from
    const detail = { name, slug, into: into.name, deals, products }
    await recordAudit({ actor, action: 'vendor.merged', entity: 'vendor', id, detail }, trx)
    return { outcome: 'merged' }
  })
}

/** Products first: the vendor of a product would otherwise follow each of its offers. */
async function moveContents(trx: Trx, from: string, vendor_id: string) {
  const moved = { vendor_id, compared_at: null }
  await trx.updateTable('products').set(moved).where('vendor_id', '=', from).execute()
  await trx.updateTable('deals').set({ vendor_id }).where('vendor_id', '=', from).execute()
  await moveFollows(trx, 'vendor_id', from, vendor_id)
  await trx.updateTable('vendor_names').set({ vendor_id }).where('vendor_id', '=', from).execute()
  await trx.updateTable('change_logs').set({ vendor_id }).where('vendor_id', '=', from).execute()
}

async function redirectAndDelete(trx: Trx, { id, slug }: VendorSide, vendor_id: string) {
  await trx.updateTable('vendor_redirects').set({ vendor_id }).where('vendor_id', '=', id).execute()
  await trx.deleteFrom('vendors').where('id', '=', id).execute()
  await trx
    .updateTable('vendors')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', vendor_id)
    .execute()
  await trx
    .insertInto('vendor_redirects')
    .values({ slug, vendor_id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ vendor_id }))
    .execute()
}

async function findSide(executor: Executor, key: 'id' | 'slug', value: string): Promise<VendorSide | undefined> {
  const { rows } = await sql<VendorSide>`
    select id, name, slug, status,
      (select count(*) from deals where vendor_id = vendors.id) as deals,
      (select count(*) from products where vendor_id = vendors.id) as products,
      (select count(*) from vendor_names where vendor_id = vendors.id) as names,
      array(select slug from vendor_redirects where vendor_id = vendors.id order by slug) as former_slugs
    from vendors where ${sql.ref(key)} = ${value}`.execute(executor)
  return rows[0]
}
