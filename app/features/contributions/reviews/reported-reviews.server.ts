import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { RejectionReason } from '~/db/schema'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { notify } from '~/features/people/notifications/notify.server'

type Staff = { id: string }
type Verdict = { reason?: RejectionReason | null; note?: string | null }

/** What a decision about a reported review changed, for its undo. */
export type ReportedReviewEffects = {
  /** The reports that it settled. */
  reviewReports?: string[]
  /** The text that was removed, who approved it, when, and when it was removed. */
  removed?: string
  approvedBy?: string | null
  approvedAt?: string | null
  removedAt?: string
}

/** "Keep it": the reports are settled, and nothing else changes. */
export async function keepReview(trx: Trx, staff: Staff, alertId: string): Promise<ReportedReviewEffects> {
  const reviewId = await findReportedReview(trx, alertId)
  return { reviewReports: await settleReports(trx, staff, { reviewId, alertId, isRemoved: false }) }
}

/**
 * "Remove the review": its public text is rejected as any other one, so that its author can edit and resubmit it. Triggers
 * take its rating and its karma back.
 *
 * @throws CannotDecide when the review is not public
 */
export async function removeReview(
  trx: Trx,
  staff: Staff,
  alertId: string,
  { reason = null, note = null }: Verdict,
): Promise<ReportedReviewEffects> {
  const reviewId = await findReportedReview(trx, alertId)
  const reviewReports = await settleReports(trx, staff, { reviewId, alertId, isRemoved: true })
  const { rows } = await sql<{ id: string; by: string | null; at: string | null; removed_at: string }>`
    update review_versions text set status = 'REJECTED', rejection_reason = ${reason}, moderation_reason = ${note},
      moderated_by = ${staff.id}, moderated_at = now(), version = version + 1
    from (
      select id, moderated_by as by, moderated_at::text as at from review_versions
      where id = (select published_id from reviews where id = ${reviewId}) for no key update
    ) before
    where text.id = before.id
    returning text.id, before.by, before.at, text.moderated_at::text as removed_at`.execute(trx)
  const [removed] = rows
  const { numUpdatedRows } = await trx
    .updateTable('reviews')
    .set({ published_id: null })
    .where('id', '=', reviewId)
    .where('published_id', '=', removed?.id ?? null)
    .executeTakeFirst()
  if (!removed || numUpdatedRows === 0n) throw new CannotDecide('The review is not public any more.')
  const detail = { ...(reason && { reason }), ...(note && { note }), reported: true }
  await recordAudit({ actor: staff.id, action: 'review.rejected', entity: 'review', id: removed.id, detail }, trx)
  const { id, by, at, removed_at: removedAt } = removed
  return { reviewReports, removed: id, approvedBy: by, approvedAt: at, removedAt }
}

/**
 * Undoes either decision. The report of a reader who has made a newer one meanwhile stays settled.
 *
 * @throws CannotDecide when the review was edited or decided on since it was removed
 */
export async function undoReportedReview(trx: Trx, staff: Staff, effects: ReportedReviewEffects) {
  const { reviewReports, removed, approvedBy = null, approvedAt = null, removedAt } = effects
  await reopenReports(trx, reviewReports)
  if (!removedAt || !removed) return
  const { rows } = await sql<{ id: string; review_id: string }>`
    update review_versions text set status = 'APPROVED', rejection_reason = null, moderation_reason = null,
      moderated_by = (select id from profiles where id = ${approvedBy}::uuid), moderated_at = ${approvedAt}::timestamptz,
      version = version + 1
    where id = ${removed} and status = 'REJECTED' and moderated_at = ${removedAt}::timestamptz
      and not exists (select from review_versions newer where newer.review_id = text.review_id
        and newer.created_at > text.created_at and newer.waiting_since > text.moderated_at)
    returning id, review_id`.execute(trx)
  const [text] = rows
  const restored = await trx
    .updateTable('reviews')
    .set({ published_id: removed })
    .where('id', '=', text?.review_id ?? null)
    .where('published_id', 'is', null)
    .executeTakeFirst()
  if (!text || restored.numUpdatedRows === 0n) {
    throw new CannotDecide('The review was edited or decided on since then. Decide on it as it is now.')
  }
  await recordAudit({ actor: staff.id, action: 'review.restored', entity: 'review', id: text.id }, trx)
}

/** Settles the open reports of a review that is rejected as any other one. */
export async function settleWithRejection(trx: Trx, staff: Staff, reviewId: string): Promise<ReportedReviewEffects> {
  const reviewReports = await settleReports(trx, staff, { reviewId, alertId: null, isRemoved: true })
  return reviewReports.length > 0 ? { reviewReports } : {}
}

/** Queues a review that is approved while enough of its reports are open. Only public reviews wait because of reports. */
export async function queueReportedReview(trx: Trx, reviewId: string) {
  await sql`select queue_reported_review(${reviewId}::uuid)`.execute(trx)
}

/** Takes a review that is not public any more out of the queue of reports. Its reports stay open. */
export async function unqueueReportedReview(trx: Trx, reviewId: string) {
  await trx.deleteFrom('review_alerts').where('review_id', '=', reviewId).where('status', '=', 'PENDING').execute()
}

/** Gives a pending alert a new version, so that staff cannot decide about a text that they have not read. */
export async function renewReviewAlert(trx: Trx, reviewId: string) {
  await trx
    .updateTable('review_alerts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('review_id', '=', reviewId)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Opens settled reports again, and deletes the notifications about their outcome. */
export async function reopenReports(trx: Trx, reviewReports: string[] = []) {
  await sql`
    update review_reports as settled set settled_at = null, alert_id = null
    where id = any(${reviewReports}::uuid[]) and not exists (
      select from review_reports as newer
      where newer.review_id = settled.review_id and newer.user_id = settled.user_id and newer.settled_at is null
    )`.execute(trx)
  await sql`
    delete from notifications using review_reports as report
    where report.id = any(${reviewReports}::uuid[]) and notifications.user_id = report.user_id
      and cause = 'report:' || report.id`.execute(trx)
}

export type ReportDecided = {
  report_decided: {
    /** The title of the deal. */
    deal: string
    /** Whether the review was removed. */
    isRemoved: boolean
  }
}

async function findReportedReview(trx: Trx, alertId: string) {
  const alert = await trx
    .selectFrom('review_alerts')
    .select('review_id')
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow()
  return alert.review_id
}

type Settlement = { reviewId: string; alertId: string | null; isRemoved: boolean }

/** Settles the open reports and notifies the readers who sent them of the outcome. */
async function settleReports(trx: Trx, staff: Staff, { reviewId, alertId, isRemoved }: Settlement) {
  const settled = await trx
    .updateTable('review_reports')
    .set({ settled_at: sql<Date>`now()`, alert_id: alertId })
    .where('settled_at', 'is', null)
    .where('review_id', '=', reviewId)
    .returning(['id', 'user_id', 'deal_id'])
    .execute()
  const [first] = settled
  if (!first) return []
  const { title } = await trx
    .selectFrom('deals')
    .select('title')
    .where('id', '=', first.deal_id)
    .executeTakeFirstOrThrow()
  for (const { id, user_id: userId, deal_id: dealId } of settled) {
    if (userId === staff.id) continue
    const data = { deal: title, isRemoved }
    await notify<ReportDecided>(trx, { userId, kind: 'report_decided', cause: `report:${id}`, dealId, data })
  }
  return settled.map(({ id }) => id)
}
