import { sql } from 'kysely'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'

/**
 * Deletes a deal with its reviews, comments, changes, bookmarks and clicks. Its address says from then on that the
 * deal is gone, if visitors could ever see it.
 *
 * @returns false when it is gone already
 */
export async function deleteDeal(admin: { id: string }, id: string) {
  return inTransaction(async (trx) => {
    // Hundreds of thousands of clicks take their time.
    await sql`set local statement_timeout = '30s'`.execute(trx)
    // A deal that somebody else is writing is not worth that wait.
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const deleted = await trx.deleteFrom('deals').where('id', '=', id).returning(['title', 'slug']).executeTakeFirst()
    if (!deleted) return false
    await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'DEAL').where('entity_id', '=', id).execute()
    await recordAudit({ actor: admin.id, action: 'deal.deleted', entity: 'deal', id, detail: deleted }, trx)
    return true
  })
}
