import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { confirmStatus, decideEnded, lockDoubts } from '~/features/contributions/availability/doubts.server'
import { recordDecision } from '~/features/contributions/decisions/record-decision.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { decide } from '~/features/staff/queue/decide.server'
import { notFound } from '~/http/responses.server'

/** `right`: how many members had reported what staff found. `decision`: its id, for the undo. */
export type DealCheck = { title: string; right: number; decision: string }

/**
 * Staff looked at the deal: it is as described, also one that has ended, or it has ended now. Closes what members and the
 * link check doubt.
 *
 * @throws CannotDecide, a 403 or a 404 as `decide` does
 */
export async function checkDeal(staff: User, dealId: string, found: 'correct' | 'ended'): Promise<DealCheck> {
  return inTransaction(async (trx) => {
    const [alert] = await lockDoubts(trx, [dealId])
    const deal = await trx
      .selectFrom('deals')
      .select(['title', shownStatus().as('shown_status')])
      .where('id', '=', dealId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!deal) throw notFound('Deal')
    const hasEnded = found === 'ended' || deal.shown_status === 'EXPIRED'
    const right = await countReports(trx, dealId, hasEnded)
    if (!alert) return { title: deal.title, right, decision: await decideUnasked(trx, staff, dealId, found, hasEnded) }
    const kind = alert.kind === 'BROKEN_LINK' ? 'broken_link' : 'ended_report'
    const to = hasEnded ? 'APPROVED' : 'REJECTED'
    return { title: deal.title, right, decision: await decide(trx, staff, { ...alert, kind }, { to }) }
  })
}

async function decideUnasked(trx: Trx, staff: User, dealId: string, found: 'correct' | 'ended', hasEnded: boolean) {
  const effects =
    found === 'ended' ? await decideEnded(trx, staff, dealId) : await confirmStatus(trx, staff, { dealId, hasEnded })
  const action = found === 'ended' ? 'deal.ended' : 'deal.confirmed'
  await recordAudit({ actor: staff.id, action, entity: 'deal', id: dealId }, trx)
  const decision = hasEnded ? 'APPROVED' : 'REJECTED'
  return recordDecision(trx, staff, { kind: 'deal_check', subject: dealId, dealId, decision, effects })
}

async function countReports(trx: Trx, dealId: string, hasEnded: boolean) {
  const { count } = await trx
    .selectFrom('availability_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where('has_ended', '=', hasEnded)
    .executeTakeFirstOrThrow()
  return count
}
