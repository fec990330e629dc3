import { type Kysely, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { holdPublishedDeal } from '~/features/deals/hold-deal.server'
import type { ChangeReport } from './change-log-form.server'

/** More than the daily limit lets anybody send in a week. */
const OWN_LIMIT = 50

/** Reports of one person about a deal that are not public, the newest first. */
export async function listOwnReports(authorId: string, dealId: string) {
  return db
    .selectFrom('change_logs')
    .select(['id', 'title', 'description', 'kind', 'old_value', 'new_value', 'effective_on', 'source_url'])
    .select(['affects_owners', 'status', 'moderation_reason', 'created_at'])
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('status', '<>', 'APPROVED')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_LIMIT)
    .execute()
}

/** True for the second of two clicks: the same words about the same deal within a minute. */
export async function isRepeatedReport(
  authorId: string,
  dealId: string,
  report: ChangeReport,
  executor: Kysely<DB> = db,
) {
  const repeated = await executor
    .selectFrom('change_logs')
    .select('id')
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('title', '=', report.title)
    .where('description', '=', report.description)
    .where('created_at', '>', sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirst()
  return repeated !== undefined
}

/** @returns false when the deal has been taken back or deleted meanwhile */
export async function submitChangeReport(authorId: string, dealId: string, report: ChangeReport) {
  return inTransaction(async (trx) => {
    if (!(await holdPublishedDeal(trx, dealId))) return false

    // One report at a time for each person: the second of two parallel ones waits here, and finds the first.
    await trx.selectFrom('profiles').select('id').where('id', '=', authorId).forNoKeyUpdate().execute()
    if (await isRepeatedReport(authorId, dealId, report, trx)) return true

    await trx
      .insertInto('change_logs')
      .values({ ...report, deal_id: dealId, reported_by_user_id: authorId })
      .execute()
    return true
  })
}

/**
 * Sends a report that is not public yet to moderation again, with new words.
 *
 * @returns false when there is no such report of this person; it may have been verified meanwhile
 */
export async function resubmitChangeReport(authorId: string, dealId: string, id: string, report: ChangeReport) {
  const { numUpdatedRows } = await db
    .updateTable('change_logs')
    .set({ ...report, status: 'PENDING', moderation_reason: null, moderated_by: null, moderated_at: null })
    .where('id', '=', id)
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('status', '<>', 'APPROVED')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
