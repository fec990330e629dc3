import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { decideIn, type VersionedId } from './decisions.server'

export type OpenAlert = VersionedId & { kind: 'ended_report' | 'broken_link'; dealId: string }
export type SettledAlert = { kind: OpenAlert['kind']; id: string; decisionId: string }

/** What members and the link check doubt about these deals. Call this before locking the deals, to avoid deadlocks. */
export async function lockOpenAlerts(trx: Trx, dealIds: string[]): Promise<OpenAlert[]> {
  return trx
    .selectFrom('deal_alerts')
    .select([
      'id',
      'deal_id as dealId',
      sql<string>`xmin::text`.as('version'),
      sql<OpenAlert['kind']>`case kind when 'BROKEN_LINK' then 'broken_link' else 'ended_report' end`.as('kind'),
    ])
    .where(sql<boolean>`deal_id = any(${dealIds}::uuid[])`)
    .where('kind', 'in', ['ENDED_REPORTS', 'REOPENED_REPORTS', 'BROKEN_LINK'])
    .where('status', '=', 'PENDING')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Confirms the alerts of deals that were set to Expired in any way. What someone else has open, or the staff member
 * reported, still waits.
 *
 * @param alerts from `lockOpenAlerts`
 * @param expiredIds the deals that were set to Expired
 */
export async function settleAlerts(
  trx: Trx,
  staffId: string,
  alerts: OpenAlert[],
  expiredIds: string[],
): Promise<SettledAlert[]> {
  const open = alerts.filter(({ dealId }) => expiredIds.includes(dealId))
  if (open.length === 0) return []
  const staff = await trx
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'role', 'status'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const settled: SettledAlert[] = []
  for (const { kind, id, version } of open) {
    const outcome = await decideIn(trx, { kind, staff, item: { id, version }, decision: { to: 'APPROVED' } })
    if (outcome.is === 'done' && outcome.decisionId) settled.push({ kind, id, decisionId: outcome.decisionId })
  }
  return settled
}
