import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

type Settling = {
  dealId: string
  /** What staff found. */
  hasEnded: boolean
  /** The alert that was decided, if there was one. */
  alertId: string | null
}

/** Settles the live reports of members about a deal: those who were right earn karma, by a trigger. */
export async function settleReports(trx: Trx, { dealId, hasEnded, alertId }: Settling) {
  const settled = await trx
    .updateTable('availability_reports')
    .set({
      status: sql<'APPROVED'>`case when has_ended = ${hasEnded} then 'APPROVED' else 'REJECTED' end::moderation_status`,
      alert_id: alertId,
    })
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .returning('id')
    .execute()
  return settled.map(({ id }) => id)
}

/** Undoes `settleReports`. The report of a member who has made a new one meanwhile stays settled. */
export async function unsettleReports(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  await trx
    .updateTable('availability_reports as settled')
    .set({ status: 'PENDING', alert_id: null })
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('availability_reports as newer')
            .select('newer.id')
            .where('newer.status', '=', 'PENDING')
            .whereRef('newer.deal_id', '=', 'settled.deal_id')
            .whereRef('newer.user_id', '=', 'settled.user_id'),
        ),
      ),
    )
    .execute()
}
