import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { hasEnded } from '~/features/catalog/deals/shown-status.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { restoreDealStatus, setDealStatus } from './deal-status.server'

type Staff = { id: string }
type Target = { dealId: string; alertId: string | null }

/** What a decision about the availability of a deal changed, for its undo. */
export type AvailabilityEffects = {
  statusBefore?: DealStatus
  check?: Check
  /** The reports of members that it settled. */
  reports?: string[]
}

/** "Set expired": the deal has ended, and the members who reported that were right. */
export async function decideEnded(trx: Trx, staff: Staff, target: Target): Promise<AvailabilityEffects> {
  const before = await setDealStatus(trx, staff, target.dealId, 'EXPIRED')
  const statusBefore = before === 'EXPIRED' ? undefined : before
  return { statusBefore, ...(await confirmAvailability(trx, staff, target, true)) }
}

/**
 * "Still available": staff looked, and the deal is open. One that was set to Expired is Active again.
 *
 * @throws CannotDecide when its end date has passed
 */
export async function decideAvailable(trx: Trx, staff: Staff, target: Target): Promise<AvailabilityEffects> {
  const deal = await trx
    .selectFrom('deals')
    .select(['status', hasEnded().as('has_ended')])
    .where('id', '=', target.dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (deal.has_ended) throw new CannotDecide('The end date of the deal has passed. Change it in the editor first.')
  const statusBefore = deal.status === 'EXPIRED' ? deal.status : undefined
  if (statusBefore) await setDealStatus(trx, staff, target.dealId, 'ACTIVE')
  return { statusBefore, ...(await confirmAvailability(trx, staff, target, false)) }
}

/** Staff looked, and the status of the deal is right: whether it has ended or not, as the members who said so. */
export async function confirmAvailability(trx: Trx, staff: Staff, { dealId, alertId }: Target, hasEnded: boolean) {
  const check = await markChecked(trx, staff, dealId)
  return { check, reports: await settleReports(trx, { staff, dealId, alertId, hasEnded }) }
}

/** Undoes either decision, except for what was changed again since. */
export async function undoAvailability(
  trx: Trx,
  staff: Staff,
  dealId: string,
  { statusBefore, check, reports = [] }: AvailabilityEffects,
) {
  const from = statusBefore === 'EXPIRED' ? 'ACTIVE' : 'EXPIRED'
  if (statusBefore) await restoreDealStatus(trx, staff, dealId, { from, to: statusBefore })
  if (check) await restoreChecked(trx, dealId, check)
  await unsettleReports(trx, reports)
}

type Settling = {
  /** The decider, whose own report earns no karma. */
  staff: { id: string }
  dealId: string
  /** What staff found. */
  hasEnded: boolean
  /** The alert that was decided, if there was one. */
  alertId: string | null
}

/**
 * Settles the live reports of members about a deal: others who were right earn karma, by a trigger. While an alert that
 * they made waits for its own decision, they wait with it.
 */
async function settleReports(trx: Trx, { staff, dealId, hasEnded, alertId }: Settling) {
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
async function unsettleReports(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select settled.id from availability_reports settled
    join availability_reports newer using (deal_id, user_id)
    where settled.id = any(${ids}::uuid[]) and newer.status = 'PENDING'`.execute(trx)
  const outdated = rows.map(({ id }) => id)
  const current = ids.filter((id) => !outdated.includes(id))
  const reports = trx.updateTable('availability_reports')
  if (current.length > 0) {
    await reports.set({ status: 'PENDING', alert_id: null, moderated_by: null }).where('id', 'in', current).execute()
  }
  if (outdated.length === 0) return
  // A trigger takes the karma back when the status changes.
  await reports.set({ status: 'REJECTED' }).where('id', 'in', outdated).execute()
  await trx.deleteFrom('availability_reports').where('id', 'in', outdated).execute()
}
