import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { type Check, markChecked, restoreChecked } from '~/features/catalog/deals/checked.server'
import { hasEnded } from '~/features/catalog/deals/shown-status.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { setStatus } from './deal-status.server'

// A doubt is an alert of members or of the link check, or a report of a member, about whether a deal is available.

type Staff = { id: string }

/** What a finding changed, for its undo: other alerts by the ids of their decisions, and reports. */
export type DoubtEffects = { statusBefore?: DealStatus; check?: Check; alerts?: string[]; reports?: string[] }

/** Locks the waiting alerts of a deal. Call this before locking the deal, to avoid deadlocks. */
export async function lockDoubts(trx: Trx, dealIds: string[]) {
  return trx
    .selectFrom('deal_alerts')
    .select(['id', 'version', 'kind'])
    .where(sql<boolean>`deal_id = any(${dealIds}::uuid[])`)
    .where('kind', '<>', 'PAGE_DIFFERENCE')
    .where('status', '=', 'PENDING')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The same for the deal of an alert, before a decision on it. */
export async function lockDoubtsOfAlert(trx: Trx, alertId: string) {
  const alert = await trx.selectFrom('deal_alerts').select('deal_id').where('id', '=', alertId).executeTakeFirst()
  if (alert) await lockDoubts(trx, [alert.deal_id])
}

type Settling = {
  dealIds: string[]
  /** What staff found. */
  hasEnded: boolean
  /** The alert that was decided, if there was one. */
  alertId?: string
}

/**
 * One finding closes all doubts: waiting alerts are decided, and members who were right earn karma, by a trigger. The
 * decider's own report earns none. Where a manager reported the deal, someone else decides on the alert.
 */
export async function settleDoubts(trx: Trx, staff: Staff, { dealIds, hasEnded: ended, alertId }: Settling) {
  const to = sql`${ended ? 'APPROVED' : 'REJECTED'}`
  const { rows } = await sql<{ alerts: string[]; reports: string[] }>`
    with own as (
      select reports.deal_id from availability_reports reports
      join deal_alerts alert on alert.deal_id = reports.deal_id and alert.status = 'PENDING'
        and alert.kind in ('ENDED_REPORTS', 'REOPENED_REPORTS')
      where reports.deal_id = any(${dealIds}::uuid[]) and reports.user_id = ${staff.id} and reports.status = 'PENDING'
        and exists (select from profiles where id = ${staff.id} and role <> 'ADMIN')
    ), settled as (
      select unnest(${dealIds}::uuid[]) as deal_id except select deal_id from own
    ), closed as (
      update deal_alerts set status = ${to}::moderation_status, moderated_by = ${staff.id}, moderated_at = now(),
        version = version + 1
      where deal_id in (select deal_id from settled) and status = 'PENDING' and kind <> 'PAGE_DIFFERENCE'
      returning *
    ), decided as (
      insert into decisions (kind, subject_id, deal_id, decision, waiting_since, decided_by)
      select case kind when 'BROKEN_LINK' then 'broken_link' else 'ended_report' end, id, deal_id, ${to}::decision,
        waiting_since, ${staff.id}::uuid
      from closed returning id
    ), said as (
      update availability_reports
      set status = case when has_ended = ${ended} then 'APPROVED' else 'REJECTED' end::moderation_status,
        moderated_by = ${staff.id}, alert_id = coalesce(
          (select id from closed where closed.deal_id = availability_reports.deal_id and kind <> 'BROKEN_LINK' limit 1),
          ${alertId ?? null}::uuid)
      where deal_id in (select deal_id from settled) and status = 'PENDING' returning id
    )
    select array(select id from decided) as alerts, array(select id from said) as reports`.execute(trx)
  return rows[0]!
}

/** "Set expired": the deal has ended, and the members who reported that were right. */
export async function decideEnded(trx: Trx, staff: Staff, dealId: string, alertId?: string): Promise<DoubtEffects> {
  const [changed] = await setStatus(trx, staff, [dealId], 'EXPIRED')
  return { statusBefore: changed?.before, ...(await confirmStatus(trx, staff, { dealId, alertId, hasEnded: true })) }
}

/**
 * "Still available": staff looked, and the deal is open. One that was set to Expired is Active again.
 *
 * @throws CannotDecide when its end date has passed
 */
export async function decideAvailable(trx: Trx, staff: Staff, dealId: string, alertId?: string): Promise<DoubtEffects> {
  const deal = await trx
    .selectFrom('deals')
    .select(hasEnded().as('has_ended'))
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (deal.has_ended) throw new CannotDecide('The end date of the deal has passed. Change it in the editor first.')
  const [changed] = await setStatus(trx, staff, [dealId], 'ACTIVE', 'EXPIRED')
  return { statusBefore: changed?.before, ...(await confirmStatus(trx, staff, { dealId, alertId, hasEnded: false })) }
}

/** Staff looked, and the status of the deal is right. */
export async function confirmStatus(
  trx: Trx,
  staff: Staff,
  { dealId, ...finding }: { dealId: string; hasEnded: boolean; alertId?: string },
): Promise<DoubtEffects> {
  const check = await markChecked(trx, staff, dealId)
  return { check, ...(await settleDoubts(trx, staff, { dealIds: [dealId], ...finding })) }
}

/** Undoes a finding, except for what was changed again since. */
export async function undoDoubts(
  trx: Trx,
  staff: Staff,
  { id, deal_id: dealId }: { id: string; deal_id: string | null },
  { statusBefore, check, alerts = [], reports = [] }: DoubtEffects,
) {
  const from = statusBefore === 'EXPIRED' ? 'ACTIVE' : 'EXPIRED'
  if (statusBefore) await setStatus(trx, staff, [dealId!], statusBefore, from)
  if (check) await restoreChecked(trx, dealId!, check)
  const reopened = [id, ...(await reopenAlerts(trx, staff, alerts))]
  const { rows } = await sql<{ id: string }>`
    select id from availability_reports
    where (id = any(${reports}::uuid[]) or alert_id = any(${reopened}::uuid[])) and status <> 'PENDING'`.execute(trx)
  await reopenReports(
    trx,
    rows.map((report) => report.id),
  )
}

/** Returns the ids of the alerts. Of one kind about a deal only one can wait: an older one stays decided. */
async function reopenAlerts(trx: Trx, staff: Staff, decisions: string[]) {
  const { rows } = await sql<{ id: string }>`
    with undone as (
      update decisions set undone_at = now(), undone_by = ${staff.id}
      where id = any(${decisions}::uuid[]) and undone_at is null returning subject_id, waiting_since)
    update deal_alerts set status = 'PENDING', moderated_by = null, moderated_at = null, version = version + 1,
      waiting_since = undone.waiting_since
    from undone where deal_alerts.id = undone.subject_id and not exists (select from deal_alerts newer
      where newer.deal_id = deal_alerts.deal_id and newer.kind = deal_alerts.kind and newer.status = 'PENDING')
    returning deal_alerts.id`.execute(trx)
  return rows.map((alert) => alert.id)
}

/** The report of a member who has made a newer one meanwhile is removed, and its karma with it. */
async function reopenReports(trx: Trx, ids: string[]) {
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

/** Undoes a check of a deal without alerts; its decision is about the deal itself. */
export async function undoCheck(
  trx: Trx,
  staff: Staff,
  { id, subject_id, effects }: { id: string; subject_id: string; effects: unknown },
) {
  await undoDoubts(trx, staff, { id: subject_id, deal_id: subject_id }, effects as DoubtEffects)
  const detail = { decision: id }
  await recordAudit({ actor: staff.id, action: 'deal.check-undone', entity: 'deal', id: subject_id, detail }, trx)
}
