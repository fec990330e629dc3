import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import {
  type AvailabilityEffects,
  confirmAvailability,
  decideEnded,
  undoAvailability,
} from '~/features/contributions/availability/decide-availability.server'
import { lockOpenAlerts, type OpenAlert } from '~/features/contributions/availability/open-alerts.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import type { Conflict } from '~/features/staff/moderation/decision-conflict.server'
import { decideIn } from '~/features/staff/moderation/decisions.server'
import { OWN_CONTRIBUTION } from '~/features/staff/moderation/own-contribution'

/** What the undo of a press needs: the decision on an alert, or the entry of the audit log where there was no alert. */
export type FreshnessUndo =
  | { kind: 'ended_report' | 'broken_link'; id: string; decisionId: string }
  | { auditId: number }

/** `right`: how many members had reported what staff found. */
export type FreshnessOutcome =
  | { is: 'done'; title: string; right: number; undo: FreshnessUndo[] }
  | { is: 'missing' }
  | { is: 'conflict'; conflict: Conflict }

/** "Still correct": the deal is as described, also one that has ended. Decides what members and the link check doubt. */
export async function confirmStillCorrect(staff: User, dealId: string): Promise<FreshnessOutcome> {
  return decideDeal(staff, dealId)
}

/** "Set expired": staff looked at the deal, and it has ended. Decides what members and the link check doubt. */
export async function expireDeal(staff: User, dealId: string): Promise<FreshnessOutcome> {
  return decideDeal(staff, dealId, { sets: 'EXPIRED' })
}

class Refused extends Error {
  constructor(readonly outcome: FreshnessOutcome) {
    super('The decision on an alert was refused')
  }
}

async function decideDeal(staff: User, dealId: string, { sets }: { sets?: 'EXPIRED' } = {}): Promise<FreshnessOutcome> {
  try {
    return await inTransaction(async (trx): Promise<FreshnessOutcome> => {
      // Locked in the order of a decision in the queue: the alerts, then the deal.
      const alerts = await lockOpenAlerts(trx, [dealId])
      const deal = await trx
        .selectFrom('deals')
        .select(['title', shownStatus().as('shown_status')])
        .where('id', '=', dealId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!deal) return { is: 'missing' }
      const hasEnded = sets === 'EXPIRED' || deal.shown_status === 'EXPIRED'
      const right = await countReports(trx, dealId, hasEnded)
      const undo: FreshnessUndo[] = []
      for (const alert of alerts) undo.push(await decideAlert(trx, staff, alert, hasEnded))
      if (alerts.length === 0) undo.push(await decideUnasked(trx, staff, dealId, { hasEnded, sets }))
      return { is: 'done', title: deal.title, right, undo }
    })
  } catch (error) {
    if (error instanceof Refused) return error.outcome
    if (error instanceof CannotDecide) return { is: 'conflict', conflict: { text: error.message } }
    throw error
  }
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

async function decideAlert(trx: Trx, staff: User, { kind, id, version }: OpenAlert, hasEnded: boolean) {
  const decision = { to: hasEnded ? ('APPROVED' as const) : ('REJECTED' as const) }
  const outcome = await decideIn(trx, { kind, staff, item: { id, version }, decision })
  // Rolls back what was decided before it.
  if (outcome.is === 'conflict') throw new Refused(outcome)
  if (outcome.is === 'forbidden') throw new Refused({ is: 'conflict', conflict: { text: OWN_CONTRIBUTION } })
  if (outcome.is !== 'done' || !outcome.decisionId) throw new Refused({ is: 'missing' })
  return { kind, id, decisionId: outcome.decisionId }
}

type Finding = { hasEnded: boolean; sets: 'EXPIRED' | undefined }

async function decideUnasked(trx: Trx, staff: User, dealId: string, { hasEnded, sets }: Finding) {
  const target = { dealId, alertId: null }
  const effects: AvailabilityEffects = sets
    ? await decideEnded(trx, staff, target)
    : await confirmAvailability(trx, staff, target, hasEnded)
  const { statusBefore, check, reports = [] } = effects
  const detail = {
    checked: check!.at,
    checked_before: check!.before.at,
    checked_by_before: check!.before.by,
    ...(statusBefore && { status_before: statusBefore }),
    ...(reports.length > 0 && { reports: reports.join(' ') }),
  }
  const action = sets ? 'deal.ended' : 'deal.confirmed'
  return { auditId: await recordAudit({ actor: staff.id, action, entity: 'deal', id: dealId, detail }, trx) }
}

/** Undoes one's own press on a deal without an alert, except for what was changed again since. False if it is gone. */
export async function undoUnasked(staff: User, auditId: number): Promise<boolean> {
  return inTransaction(async (trx) => {
    const entry = await trx
      .selectFrom('audit_log')
      .select(['entity_id', 'detail'])
      .where('id', '=', auditId)
      .where('actor_id', '=', staff.id)
      .where('action', 'in', ['deal.ended', 'deal.confirmed'])
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .forUpdate()
      .executeTakeFirst()
    if (!entry?.entity_id) return false
    const { entity_id: dealId } = entry
    if (await isUndone(trx, dealId, auditId)) return true
    await undoAvailability(trx, staff, dealId, effectsOf(entry.detail as CheckDetail))
    const detail = { entry: auditId }
    await recordAudit({ actor: staff.id, action: 'deal.check-undone', entity: 'deal', id: dealId, detail }, trx)
    return true
  })
}

type CheckDetail = {
  checked: string
  checked_before: string | null
  checked_by_before: string | null
  status_before?: DealStatus
  reports?: string
}

function effectsOf(detail: CheckDetail): AvailabilityEffects {
  return {
    check: { at: detail.checked, before: { at: detail.checked_before, by: detail.checked_by_before } },
    statusBefore: detail.status_before,
    reports: detail.reports?.split(' '),
  }
}

async function isUndone(trx: Trx, dealId: string, auditId: number) {
  const undone = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('entity_type', '=', 'deal')
    .where('entity_id', '=', dealId)
    .where('action', '=', 'deal.check-undone')
    .where(sql`(detail ->> 'entry')::bigint`, '=', auditId)
    .executeTakeFirst()
  return undone !== undefined
}
