import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

type Settling = {
  /** Who decides. Their own report earns them nothing. */
  staff: { id: string }
  dealId: string
  /** What staff found. */
  hasEnded: boolean
  /** The alert that was decided, if there was one. */
  alertId: string | null
}

/**
 * Settles the live reports of members about a deal: others who were right earn karma, by a trigger. While an alert of
 * theirs waits for a decision of its own, they wait with it.
 */
export async function settleReports(trx: Trx, { staff, dealId, hasEnded, alertId }: Settling) {
  const settled = await trx
    .updateTable('availability_reports')
    .set({
      status: sql<'APPROVED'>`case when has_ended = ${hasEnded} then 'APPROVED' else 'REJECTED' end::moderation_status`,
      alert_id: alertId,
      moderated_by: staff.id,
    })
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deal_alerts')
            .select('deal_alerts.id')
            .whereRef('deal_alerts.deal_id', '=', 'availability_reports.deal_id')
            .where('deal_alerts.kind', 'in', ['ENDED_REPORTS', 'REOPENED_REPORTS'])
            .where('deal_alerts.status', '=', 'PENDING'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return settled.map(({ id }) => id)
}

/** Undoes `settleReports`. The report of a member who has made a newer one meanwhile is removed, and its karma with it. */
export async function unsettleReports(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select settled.id from availability_reports settled
    join availability_reports newer using (deal_id, user_id)
    where settled.id = any(${ids}::uuid[]) and newer.status = 'PENDING'`.execute(trx)
  const outdated = rows.map(({ id }) => id)
  const kept = ids.filter((id) => !outdated.includes(id))
  const reports = trx.updateTable('availability_reports')
  if (kept.length > 0) {
    await reports.set({ status: 'PENDING', alert_id: null, moderated_by: null }).where('id', 'in', kept).execute()
  }
  if (outdated.length === 0) return
  // A trigger takes the karma back when the status changes.
  await reports.set({ status: 'REJECTED' }).where('id', 'in', outdated).execute()
  await trx.deleteFrom('availability_reports').where('id', 'in', outdated).execute()
}
