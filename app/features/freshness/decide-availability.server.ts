import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from './checked.server'
import { restoreDealStatus, setDealStatus } from './deal-status.server'
import { settleReports, unsettleReports } from './settle-reports.server'

type Staff = { id: string }
type Target = { dealId: string; alertId: string | null }

/** What a decision about the availability of a deal changed, for its undo. */
export type AvailabilityEffects = {
  statusBefore?: DealStatus
  check?: Check
  /** The reports of members that it settled. */
  reports?: string[]
}

/** "Set expired": the deal has ended, and whoever reported that was right. */
export async function decideEnded(trx: Trx, staff: Staff, { dealId, alertId }: Target): Promise<AvailabilityEffects> {
  const statusBefore = await setDealStatus(trx, staff, dealId, 'EXPIRED')
  const check = await markChecked(trx, staff, dealId)
  return { statusBefore, check, reports: await settleReports(trx, { staff, dealId, alertId, hasEnded: true }) }
}

/** "Still available" and "Still correct": staff looked, and the deal is as described. */
export async function decideAvailable(
  trx: Trx,
  staff: Staff,
  { dealId, alertId }: Target,
): Promise<AvailabilityEffects> {
  const check = await markChecked(trx, staff, dealId)
  return { check, reports: await settleReports(trx, { staff, dealId, alertId, hasEnded: false }) }
}

/** Undoes either decision, except for what was changed again since. */
export async function undoAvailability(
  trx: Trx,
  staff: Staff,
  dealId: string,
  { statusBefore, check, reports = [] }: AvailabilityEffects,
) {
  if (statusBefore) await restoreDealStatus(trx, staff, dealId, { from: 'EXPIRED', to: statusBefore })
  if (check) await restoreChecked(trx, dealId, check)
  await unsettleReports(trx, reports)
}
