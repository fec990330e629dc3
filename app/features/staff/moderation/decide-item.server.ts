import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import {
  approveSettled,
  type Deciding,
  decideIn,
  type Outcome,
  type SettledItem,
  type VersionedId,
} from './decisions.server'
import { isHarmless, listContexts } from './lines.server'
import { listSubjects } from './subjects.server'

/** Other decisions that were made together with one, and are undone with it. */
export type JointEffects = {
  /** The decision on the proof beside a review, made in the same press. */
  beside?: { id: string; decisionId: string }
  /** Alerts about a deal that the decision set to Expired. */
  alerts?: SettledItem[]
}

/**
 * Decides on a waiting item. When it was decided or edited since the moderator read it, or someone else has it open,
 * nothing changes and the outcome is a conflict. Triggers maintain counts, karma, the price history and the queue. Other
 * items that the decision settles are decided with it.
 *
 * @param beside another item that is decided in the same press: both or none
 */
export async function decideItem(deciding: Deciding, beside?: Deciding): Promise<Outcome> {
  try {
    return await inTransaction(async (trx) => {
      const { lockSettled, settlesOthers } = queueKindOf(deciding.kind)
      const others = deciding.decision.to === 'APPROVED' ? ((await lockSettled?.(trx, deciding.item.id)) ?? []) : []
      const outcome = await decideIn(trx, deciding)
      if (outcome.is !== 'done') return outcome
      const { decisionId, effects } = outcome
      if (beside) await decideBeside(trx, beside, decisionId)
      if (decisionId && effects && others.length > 0 && settlesOthers?.(effects)) {
        await addEffects(trx, decisionId, { alerts: await approveSettled(trx, deciding.staff, others) })
      }
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

async function addEffects(trx: Trx, decisionId: string | undefined, effects: JointEffects) {
  await sql`update decisions set effects = effects || ${JSON.stringify(effects)}::jsonb where id = ${decisionId}`.execute(
    trx,
  )
}

/**
 * Approves each item in its own transaction: a conflict on one does not stop the others. Items that must be read one by
 * one, such as a text with a link, are not approved.
 */
export async function approveSelected(kind: Kind, staff: User, selected: VersionedId[]) {
  const rows = await listSubjects(selected.map(({ id }) => ({ kind, id })))
  const contexts = await listContexts(rows)
  const harmless = new Set(rows.filter((row, index) => isHarmless(row, contexts[index]!)).map(({ id }) => id))
  let approved = 0
  for (const item of selected.filter(({ id }) => harmless.has(id))) {
    const outcome = await decideItem({ kind, staff, item, decision: { to: 'APPROVED' } })
    if (outcome.is === 'done') approved++
  }
  return { approved, left: selected.length - approved }
}
