import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { lockPublishedDeal } from '~/features/catalog/deals/lock-deal.server'
import { AFFECTS_OWNERS, CHANGE_KINDS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import { resubmittedText } from '~/features/contributions/decisions/resubmitted.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import { address, day, line, optional, paragraphs, required } from '~/http/fields.server'

/** A change report as members send it. Only title and description have to be filled in (spec §5). */
export const changeReportForm = z.object({
  title: required('Title', line(LIMITS.title)),
  description: required('Description', paragraphs(LIMITS.description)),
  kind: z.enum(CHANGE_KINDS, { error: 'Choose a kind from the list.' }).default('OTHER'),
  old_value: optional('Value before', line(LIMITS.value), null),
  new_value: optional('Value now', line(LIMITS.value), null),
  effective_on: optional('Effective date', day, null),
  source_url: optional('Source link', address, null),
  affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
})
export type ChangeReport = z.infer<typeof changeReportForm>

/** More than the daily limit allows in a week. */
const OWN_LIMIT = 50

/** Pending and rejected reports of a user about a deal, newest first. */
export async function listOwnReports(authorId: string, dealId: string) {
  return db
    .selectFrom('change_logs as report')
    .innerJoin('deals', 'deals.id', 'report.deal_id')
    .select(['report.id', 'report.title', 'report.description', 'kind', 'old_value', 'new_value', 'effective_on'])
    .select(['source_url', 'affects_owners', 'report.status', 'report.created_at'])
    .select(['rejection_reason', 'moderation_reason', 'moderated_at'])
    .select('deals.currency')
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('report.status', '<>', 'APPROVED')
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(OWN_LIMIT)
    .execute()
}

/** A repeated report is not counted. `missing`: the deal was unpublished or deleted in the meantime. */
export async function submitChangeReport(authorId: string, dealId: string, report: ChangeReport): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockPublishedDeal(trx, dealId))) return 'missing'
    await lockAuthor(trx, authorId)
    if (await findPendingDuplicate(trx, authorId, dealId, report)) return 'submitted'
    const retryAfter = await consumeRateLimit('change report of account', authorId, trx)
    if (retryAfter) return { retryAfter }

    await trx
      .insertInto('change_logs')
      .values({ ...report, deal_id: dealId, reported_by_user_id: authorId })
      .execute()
    return 'submitted'
  })
}

/**
 * Edits a report that is not approved and returns it to moderation. `missing`: the user has no such report, or it was
 * verified in the meantime.
 */
export async function resubmitChangeReport(
  authorId: string,
  dealId: string,
  id: string,
  report: ChangeReport,
): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    const editable = trx
      .selectFrom('change_logs')
      .select('id')
      .where('id', '=', id)
      .where('reported_by_user_id', '=', authorId)
      .where('deal_id', '=', dealId)
      .where('status', '<>', 'APPROVED')
      .forNoKeyUpdate()
    if (!(await editable.executeTakeFirst())) return 'missing'
    if ((await findPendingDuplicate(trx, authorId, dealId, report))?.id === id) return 'submitted'
    const retryAfter = await consumeRateLimit('change report of account', authorId, trx)
    if (retryAfter) return { retryAfter }

    await trx
      .updateTable('change_logs')
      .set({ ...report, ...resubmittedText() })
      .where('id', '=', id)
      .execute()
    return 'submitted'
  })
}

/** An identical pending report of the user. */
async function findPendingDuplicate(trx: Trx, authorId: string, dealId: string, report: ChangeReport) {
  const fields = Object.entries(report) as [keyof ChangeReport, string | null][]
  return trx
    .selectFrom('change_logs')
    .select('id')
    .where('reported_by_user_id', '=', authorId)
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where((eb) => eb.and(fields.map(([name, value]) => eb(name, 'is not distinct from', value as never))))
    .executeTakeFirst()
}
