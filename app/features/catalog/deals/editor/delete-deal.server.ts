import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'

/**
 * Deletes a deal with its reviews, comments, changes, bookmarks and clicks. Its URL then answers 410 if the deal was
 * ever published.
 *
 * @returns false when it no longer exists
 */
export async function deleteDeal(admin: { id: string }, id: string) {
  return inTransaction(async (trx) => {
    // Deleting hundreds of thousands of clicks takes longer than the default timeout.
    await sql`set local statement_timeout = '30s'`.execute(trx)
    // Fails quickly when another transaction is writing the deal.
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const [deleted] = await removeDeals(trx, [id])
    if (!deleted) return false
    const detail = { title: deleted.title, slug: deleted.slug }
    await recordAudit({ actor: admin.id, action: 'deal.deleted', entity: 'deal', id, detail }, trx)
    return true
  })
}

/** Deletes deals with what belongs to them. Their URLs then answer 410 if the deals were ever published. */
export async function removeDeals(trx: Trx, ids: string[]) {
  const deleted = await trx.deleteFrom('deals').where('id', 'in', ids).returning(['id', 'title', 'slug']).execute()
  if (deleted.length === 0) return []
  await trx
    .deleteFrom('seo_metadata')
    .where('entity_type', '=', 'DEAL')
    .where(
      'entity_id',
      'in',
      deleted.map(({ id }) => id),
    )
    .execute()
  return deleted.map((deal) => ({ ...deal, version: null }))
}
