import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { specOf } from '~/features/contributions/kinds/kinds'
import { type Deciding, decideIn, type Outcome } from './decisions.server'
import type { Effects } from './kinds/kind-module.server'
import { moduleOf } from './kinds.server'
import { lockOpenAlerts, type OpenAlert, settleAlerts } from './settle-alerts.server'

/**
 * Decides on a waiting item. When it was decided or edited since the moderator read it, or someone else has it open,
 * nothing changes and the outcome is a conflict. Triggers keep counts, karma, the price history and the queue. A decision
 * that sets a deal to Expired settles the other alerts about it.
 *
 * @param beside another item that is decided in the same press: both or none
 */
export async function decideItem(deciding: Deciding, beside?: Deciding): Promise<Outcome> {
  try {
    return await inTransaction(async (trx) => {
      const alerts = await lockAlertsOf(trx, deciding)
      const outcome = await decideIn(trx, deciding)
      if (outcome.is !== 'done') return outcome
      if (beside) await decideBeside(trx, beside, outcome.decisionId)
      if (outcome.decisionId) await settleOtherAlerts(trx, deciding, outcome.decisionId, alerts)
      return outcome
    })
  } catch (error) {
    if (error instanceof CannotDecide) return { is: 'conflict', conflict: { text: error.message } }
    throw error
  }
}

async function decideBeside(trx: Trx, beside: Deciding, decisionId: string | undefined) {
  const outcome = await decideIn(trx, beside)
  if (outcome.is === 'done') {
    return addEffects(trx, decisionId, { beside: { id: beside.item.id, decisionId: outcome.decisionId! } })
  }
  const { noun } = specOf(beside.kind)
  throw new CannotDecide(
    `The ${noun} was changed, decided or opened by someone else. Load the page again and look at it.`,
  )
}

async function lockAlertsOf(trx: Trx, { kind, item, decision }: Deciding) {
  if (moduleOf(kind).table !== 'deal_alerts' || decision.to !== 'APPROVED') return []
  const alert = await trx.selectFrom('deal_alerts').select('deal_id').where('id', '=', item.id).executeTakeFirst()
  return alert ? lockOpenAlerts(trx, [alert.deal_id]) : []
}

async function settleOtherAlerts(trx: Trx, { staff, item }: Deciding, decisionId: string, alerts: OpenAlert[]) {
  const others = alerts.filter(({ id }) => id !== item.id)
  if (others.length === 0) return
  const { effects } = await trx
    .selectFrom('decisions')
    .select('effects')
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow()
  const { statusBefore } = effects as Effects
  if (!statusBefore || statusBefore === 'EXPIRED') return
  const dealIds = others.map(({ dealId }) => dealId)
  await addEffects(trx, decisionId, { alerts: await settleAlerts(trx, staff.id, others, dealIds) })
}

async function addEffects(trx: Trx, decisionId: string | undefined, effects: Effects) {
  await sql`update decisions set effects = effects || ${JSON.stringify(effects)}::jsonb where id = ${decisionId}`.execute(
    trx,
  )
}
