import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { moveFollows } from '~/features/following/move-follows.server'
import { fullName } from './category'
import { lockCategories } from './manage-categories.server'
import { type MergeSide, reasonAgainst } from './merge'

/** What a merge would do: the category that goes, the one that stays, and why it is not possible, if so. */
export async function describeMerge(id: string, intoSlug: string) {
  const [from, into] = await Promise.all([findSide(db, 'id', id), findSide(db, 'slug', intoSlug)])
  if (!from || !into) return undefined
  const [problem, problemOfOther] = [reasonAgainst(from, into), reasonAgainst(into, from)]
  return { from, into, problem, canSwap: problemOfOther === undefined }
}

type Merged = { outcome: 'merged' } | { outcome: 'missing' } | { outcome: 'refused'; reason: string }

/**
 * Moves the deals and subcategories of a category to another one, which gets its addresses too, and deletes it. The
 * version of the deals stays: a form that was opened before cannot bring the category back, as it is gone.
 */
export async function mergeCategories(actor: string, id: string, intoId: string): Promise<Merged> {
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await lockCategories(trx)
    // Waits for saves that file a deal here. Later ones wait for this, and then have no category.
    await trx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
    const from = await findSide(trx, 'id', id)
    if (!from) return { outcome: 'missing' }
    const into = await findSide(trx, 'id', intoId)
    if (!into) return { outcome: 'refused', reason: 'The category that would stay no longer exists.' }
    const reason = reasonAgainst(from, into)
    if (reason) return { outcome: 'refused', reason }

    await moveContents(trx, from.id, into.id)
    await redirectAndDelete(trx, from, into.id)
    const { name, slug, deals, subcategories } = from
    await recordAudit(
      {
        actor,
        action: 'category.merged',
        entity: 'category',
        id,
        detail: { name, slug, into: into.name, deals, subcategories },
      },
      trx,
    )
    return { outcome: 'merged' }
  })
}

async function moveContents(trx: Trx, from: string, into: string) {
  await trx.updateTable('categories').set({ parent_id: into }).where('parent_id', '=', from).execute()
  await trx.updateTable('deals').set({ category_id: into }).where('category_id', '=', from).execute()
  await moveFollows(trx, 'category_id', from, into)
}

async function redirectAndDelete(trx: Trx, { id, slug }: { id: string; slug: string }, into: string) {
  await trx.updateTable('category_redirects').set({ category_id: into }).where('category_id', '=', id).execute()
  await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'CATEGORY').where('entity_id', '=', id).execute()
  await trx.deleteFrom('categories').where('id', '=', id).execute()
  await trx
    .insertInto('category_redirects')
    .values({ slug, category_id: into })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ category_id: into }))
    .execute()
}

async function findSide(executor: Executor, key: 'id' | 'slug', value: string): Promise<MergeSide | undefined> {
  const { rows } = await sql<Omit<MergeSide, 'full_name'>>`
    select category.id, category.name, category.slug, category.parent_id, category.category_path, parent.name as parent,
      (select count(*) from deals where category_id = category.id) as deals,
      (select count(*) from categories as child where child.parent_id = category.id) as subcategories,
      exists (
        select from seo_metadata where entity_type = 'CATEGORY' and entity_id = category.id::text
      ) as has_seo,
      array(select slug from category_redirects where category_id = category.id order by slug) as former_slugs
    from categories as category left join categories as parent on parent.id = category.parent_id
    where category.${sql.ref(key)} = ${value}`.execute(executor)
  const side = rows[0]
  return side && { ...side, full_name: fullName(side.name, side.parent === null ? null : { name: side.parent }) }
}
