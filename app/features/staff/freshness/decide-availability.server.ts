import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { hasEnded } from '~/features/catalog/deals/shown-status.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
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
