import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { lockNewProducts } from '~/features/products/lock-new-products.server'
import { parseRowId } from '~/http/row-id'
import { removeDeals } from './manage-apply.server'
import { moveRecords } from './manage-merge-records.server'
import { type MergeOverlap, type MergeSide, type MergeTarget, reasonAgainst } from './merge'
import { shownStatus } from './shown-status.server'

/** What a merge would do: the deal that goes, the one that stays, and why it is not possible, if so. */
export async function describeMerge(id: string, intoId: string) {
  if (!parseRowId(intoId)) return undefined
  const [from, into] = await Promise.all([findSide(db, id), findSide(db, intoId)])
  if (!from || !into) return undefined
  const [problem, problemOfOther] = [reasonAgainst(from, into), reasonAgainst(into, from)]
  return { from, into, overlap: await findOverlap(id, intoId), problem, canSwap: problemOfOther === undefined }
}

type Merged =
  | { outcome: 'merged'; slug: string }
  | { outcome: 'missing' }
  /** Somebody merged the same two meanwhile. */
  | { outcome: 'already' }
  | { outcome: 'refused'; reason: string }

/**
 * Moves everything that people added to a deal to another one, redirects its addresses there, and deletes it. The text,
 * the price and the picture of the deal that stays are not changed. Whoever reviewed both keeps the newer review; the older
 * one becomes its earlier version.
 */
export async function mergeDeals(actor: string, id: string, intoId: string): Promise<Merged> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockNewProducts(trx)
    // Waits for whoever is adding a review to one of them. Later ones wait for this, and find the deal that stays.
    await trx.selectFrom('deals').select('id').where('id', 'in', [id, intoId]).orderBy('id').forUpdate().execute()
    const [from, into] = [await findSide(trx, id), await findSide(trx, intoId)]
    if (!from) return { outcome: (await wasMergedInto(trx, id, intoId)) ? 'already' : 'missing' }
    if (!into) return { outcome: 'refused', reason: 'The deal that would stay no longer exists.' }
    const reason = reasonAgainst(from, into)
    if (reason) return { outcome: 'refused', reason }

    await moveRecords(trx, id, intoId)
    await removeDeals(trx, [id])
    await redirectTo(trx, from, intoId)
    await trx.updateTable('deals').set({ updated_at: sql<Date>`now()` }).where('id', '=', intoId).execute()
    const { title, slug, reviews, comments, change_logs, bookmarks, clicks, price_points } = from
    await recordAudit(
      {
        actor,
        action: 'deal.merged',
        entity: 'deal',
        id,
        detail: { title, slug, into: into.title, reviews, comments, change_logs, bookmarks, clicks, price_points },
      },
      trx,
    )
    return { outcome: 'merged', slug: into.slug }
  })
}

/** The redirects of its former addresses have moved; its own one says "deleted" since it was. */
async function redirectTo(trx: Trx, { slug, title, published }: MergeSide, intoId: string) {
  if (!published) return
  await trx
    .insertInto('deal_redirects')
    .values({ slug, title, deal_id: intoId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ deal_id: intoId }))
    .execute()
}

async function wasMergedInto(trx: Trx, id: string, intoId: string) {
  const target = await trx
    .selectFrom('click_targets')
    .select('id')
    .where('id', '=', id)
    .where('deal_id', '=', intoId)
    .executeTakeFirst()
  return target !== undefined
}

async function findSide(executor: Executor, id: string): Promise<MergeSide | undefined> {
  if (!parseRowId(id)) return undefined
  const { rows } = await sql<MergeSide>`
    select deals.id, title, deals.slug, published, vendor_name, platforms.name as platform, deal_price, currency, end_date,
      product_id, rating_average, rating_sum, review_count, ${shownStatus()} as shown_status,
      array(select slug from deal_redirects where deal_id = deals.id order by slug) as former_slugs,
      (select count(*) from reviews where deal_id = deals.id) as reviews,
      (select count(*) from comments where deal_id = deals.id) as comments,
      (select count(*) from change_logs where deal_id = deals.id) as change_logs,
      (select count(*) from bookmarks where deal_id = deals.id) as bookmarks,
      (select count(*) from deal_price_points where deal_id = deals.id) as price_points,
      (
        select count(*) from click_targets join click_events on click_events.deal_id = click_targets.id
        where click_targets.deal_id = deals.id
      ) as clicks
    from deals join platforms on platforms.id = platform_id where deals.id = ${id}`.execute(executor)
  return rows[0]
}

async function findOverlap(id: string, intoId: string) {
  const { rows } = await sql<MergeOverlap>`
    select
      (
        select count(*) from reviews join reviews as other using (user_id)
        where reviews.deal_id = ${id} and other.deal_id = ${intoId}
      ) as reviews,
      (
        select count(*) from bookmarks join bookmarks as other using (user_id)
        where bookmarks.deal_id = ${id} and other.deal_id = ${intoId}
      ) as bookmarks`.execute(db)
  return rows[0]!
}

/** Deals that may be the same offer as this one: other offers of its product, and deals with its title or these words. */
export async function listMergeTargets(id: string, q: string) {
  const { rows } = await sql<MergeTarget>`
    select deals.id, deals.title, deals.slug, deals.published, platforms.name as platform, deals.start_date,
      deals.product_id = this.product_id as is_sister
    from deals as this, deals join platforms on platforms.id = platform_id
    where this.id = ${id} and deals.id <> this.id and (
      ${q} = '' and (deals.product_id = this.product_id or deals.title_key = this.title_key and deals.title_key <> '')
      or ${q} <> '' and (deals.slug = ${q}
        or fold_case(deals.title || E'\\x1f' || deals.vendor_name) like '%' || ${escapeLike(q)} || '%'))
    order by is_sister desc, deals.start_date desc, deals.id limit ${TARGETS}`.execute(db)
  return rows
}

const TARGETS = 20

/** Folded as the searched text, with the wildcards of LIKE escaped. */
const escapeLike = (text: string) => sql`fold_case(${text.replace(/[\\%_]/g, '\\$&')})`
