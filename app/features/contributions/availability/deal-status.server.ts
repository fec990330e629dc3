import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { recordAudit } from '~/features/people/audit/audit.server'

type Staff = { id: string }

/**
 * Sets the status of a deal as a save of the editor does, so that a form opened before cannot silently revert it.
 *
 * @returns the status before; undefined when the deal is gone
 */
export async function setDealStatus(trx: Trx, staff: Staff, dealId: string, to: DealStatus) {
  const deal = await trx
    .selectFrom('deals')
    .select('status')
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (deal && deal.status !== to) await writeStatus(trx, staff, dealId, { from: deal.status, to })
  return deal?.status
}

/** Undoes `setDealStatus`, unless the status was changed again since. */
export async function restoreDealStatus(
  trx: Trx,
  staff: Staff,
  dealId: string,
  { from, to }: Record<'from' | 'to', DealStatus>,
) {
  if (from !== to) await writeStatus(trx, staff, dealId, { from, to })
}

async function writeStatus(trx: Trx, staff: Staff, dealId: string, { from, to }: Record<'from' | 'to', DealStatus>) {
  const before = await readOffers(trx, [dealId])
  const set = await trx
    .updateTable('deals')
    .set((eb) => ({ status: to, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', dealId)
    .where('status', '=', from)
    .returning('version')
    .executeTakeFirst()
  if (!set) return
  await noteChangedOffers(trx, before)
  const detail = { version: set.version, status: `${from} → ${to}` }
  await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id: dealId, detail }, trx)
}
