import type { Trx } from '~/db/executor'
import type { OpenAlert } from '~/features/contributions/availability/open-alerts.server'
import { approveSettled } from '~/features/staff/moderation/decisions.server'

/**
 * Confirms the alerts of deals that were set to Expired in any way. An alert that someone else has open, or that the staff
 * member reported, still waits.
 *
 * @param alerts from `lockOpenAlerts`
 * @param expiredIds the deals that were set to Expired
 */
export async function settleAlerts(trx: Trx, staffId: string, alerts: OpenAlert[], expiredIds: string[]) {
  const settled = alerts.filter(({ dealId }) => expiredIds.includes(dealId))
  if (settled.length === 0) return
  const staff = await trx
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  await approveSettled(trx, staff, settled)
}
