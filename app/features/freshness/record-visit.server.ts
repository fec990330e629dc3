import { type SqlBool, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import type { BrokenLinkDetails } from './alert'
import { isChecked } from './plan-link-checks.server'
import type { LinkVisit } from './visit-link.server'

const DAYS_UNTIL_BROKEN = 3
/** Failures that are older no longer count: the link was not due in between, because its deal had ended. */
const DAYS_REMEMBERED = 30

type Link = { id: string; url: string }

/**
 * Saves what a visit found, and when the next one is due: in a week, or on the next day after a failure. Failures on
 * three days raise an alert. A day counts once, and the first success takes everything back.
 */
export async function recordVisit({ id, url }: Link, { result, reason }: LinkVisit, now = new Date()) {
  const today = now.toISOString().slice(0, 10)
  await inTransaction(async (trx) => {
    const saved = await trx
      .updateTable('link_checks')
      .set({
        checked_at: now,
        result,
        reason,
        failed_on: failureDays(result, today),
        due_at: sql<Date>`(${today}::date + ${daysUntilNext(result)})::timestamp at time zone 'UTC'`,
      })
      .where('deal_id', '=', id)
      // A link that changed during the visit is due again.
      .where('url', '=', url)
      .returning('failed_on')
      .executeTakeFirst()
    if (!saved) return
    const failedOn = saved.failed_on
    if (result === 'OK') await removeAlert(trx, id)
    else if (result === 'FAILED' && failedOn.length >= DAYS_UNTIL_BROKEN) {
      await raiseAlert(trx, id, { url, failedOn, reason: reason! })
    }
  })
}

/** The days of the failures since the link last worked or staff last decided on its alert. */
function failureDays(result: LinkVisit['result'], today: string) {
  if (result === 'OK') return sql<string[]>`'{}'`
  if (result === 'UNKNOWN') return sql<string[]>`failed_on`
  return sql<string[]>`array(
    select distinct day from unnest(failed_on || ${today}::date) as days (day)
    where day > ${today}::date - ${sql.lit(DAYS_REMEMBERED)} and day > all (
      select (moderated_at at time zone 'UTC')::date from deal_alerts
      where deal_alerts.deal_id = link_checks.deal_id and kind = 'BROKEN_LINK' and status <> 'PENDING'
    )
    order by day)`
}

/** A link that fails is looked at daily until it works, even if one visit could not tell. */
function daysUntilNext(result: LinkVisit['result']) {
  if (result === 'OK') return sql.lit(7)
  if (result === 'FAILED') return sql.lit(1)
  return sql`case when failed_on = '{}' then 7 else 1 end`
}

async function raiseAlert(trx: Trx, id: string, details: BrokenLinkDetails) {
  await trx
    .insertInto('deal_alerts')
    .columns(['deal_id', 'kind', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select([
          'id',
          sql<string>`'BROKEN_LINK'`.as('kind'),
          sql<string>`${JSON.stringify(details)}::jsonb`.as('details'),
        ])
        .where('id', '=', id)
        .where(isChecked()),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['deal_id', 'kind'])
        .where(sql<SqlBool>`deal_alerts.status = 'PENDING'`)
        .doUpdateSet({ details: JSON.stringify(details) }),
    )
    .execute()
}

async function removeAlert(trx: Trx, id: string) {
  await trx
    .deleteFrom('deal_alerts')
    .where('deal_id', '=', id)
    .where('kind', '=', 'BROKEN_LINK')
    .where('status', '=', 'PENDING')
    .execute()
}
