import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { isOpen } from '~/features/deals/shown-status.server'
import { moveFollows } from '~/features/following/move-follows.server'
import { parseRowId } from '~/http/row-id'
import { carryPairs, findMergePairs } from './carry-pairs.server'
import { lockNewProducts } from './lock-new-products.server'
import { type ProductSide, reasonAgainst } from './product-merge'

/** What a merge would do: the product that goes, the one that stays, and why it is not possible, if so. */
export async function describeProductMerge(id: string, intoId: string) {
  const [from, into] = await Promise.all([findSide(db, id), findSide(db, intoId)])
  if (!from || !into) return undefined
  const [problem, problemOfOther] = [reasonAgainst(from, into), reasonAgainst(into, from)]
  return { from, into, pairs: await findMergePairs(db, id, intoId), problem, canSwap: problemOfOther === undefined }
}

type Merged = { outcome: 'merged' } | { outcome: 'missing' } | { outcome: 'refused'; reason: string }

/**
 * Moves the offers of a product to another one, with everything that is on them, and what staff decided about its pairs.
 * Triggers then mark the current offer, and delete the emptied product. Its name and address were never public.
 */
export async function mergeProducts(actor: string, id: string, intoId: string): Promise<Merged> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockNewProducts(trx)
    await lockBoth(trx, [id, intoId])
    const from = await findSide(trx, id)
    if (!from) return { outcome: 'missing' }
    const into = await findSide(trx, intoId)
    if (!into) return { outcome: 'refused', reason: 'The product that would stay no longer exists.' }
    const reason = reasonAgainst(from, into)
    if (reason) return { outcome: 'refused', reason }

    const { decided } = await findMergePairs(trx, id, intoId)
    await carryPairs(trx, id, intoId)
    const website_url = into.website_url ?? from.website_url
    // Before the offers: a trigger deletes the product that has none left.
    await moveFollows(trx, 'product_id', id, intoId)
    // The offers that it gets may be like those of other products.
    await trx.updateTable('products').set({ website_url, compared_at: null }).where('id', '=', intoId).execute()
    await trx.updateTable('deals').set({ product_id: intoId }).where('product_id', '=', id).execute()
    // Without any offer to move, no trigger has deleted it.
    await trx.deleteFrom('products').where('id', '=', id).execute()
    const { name, slug, vendor, offers, reviews } = from
    const detail = { name, slug, vendor, into: into.name, offers, reviews, decided_pairs: decided }
    await recordAudit({ actor, action: 'product.merged', entity: 'product', id, detail }, trx)
    return { outcome: 'merged' }
  })
}

/** Offers before products, as the triggers of offers do. Waits for offers of these products that are being added. */
async function lockBoth(trx: Trx, ids: string[]) {
  await trx.selectFrom('deals').select('id').where('product_id', 'in', ids).orderBy('id').forUpdate().execute()
  await trx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

async function findSide(executor: Executor, id: string): Promise<ProductSide | undefined> {
  if (!parseRowId(id)) return undefined
  const { rows } = await sql<ProductSide>`
    select products.id, products.name, products.slug, products.website_url, vendor_id,
      vendors.name as vendor, held.*
    from products join vendors on vendors.id = vendor_id
      cross join lateral (
        select min(start_date) as since, count(*) as offers, count(*) filter (where published and ${isOpen()}) as open,
          coalesce(sum(review_count), 0)::int as reviews, coalesce(sum(rating_sum), 0)::int as rating_sum
        from deals where product_id = products.id
      ) as held
    where products.id = ${id}`.execute(executor)
  return rows[0]
}

export async function findProductName(id: string) {
  const found = await db.selectFrom('products').select('name').where('id', '=', id).executeTakeFirst()
  return found?.name
}
