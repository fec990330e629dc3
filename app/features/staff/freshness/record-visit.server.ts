import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { withRetries } from '~/db/transaction.server'
import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { isChecked } from './due-links.server'
import { OUTAGE } from './link-outage.server'
import type { LinkVisit } from './visit-link.server'

const DAYS_UNTIL_BROKEN = 3
/** Failures that are older no longer count: the link was not due in between, because its deal had ended. */
const DAYS_REMEMBERED = 30

type Link = { id: string; url: string }

/**
 * Saves what a visit found, and when the next one is due: in a week, or on the next day after a failure. Failures on
 * three days raise an alert. A day counts once, and the first success takes everything back.
 */
export async function recordVisit(link: Link, visit: LinkVisit, now = new Date()) {
  await withRetries(async () => {
    if (visit.result === 'OK') await saveAndRemoveAlert(link, visit, now)
    else if (visit.result === 'FAILED') await saveAndRaiseAlert(link, visit, now)
    else await saveVisit(db, link, visit, now).execute()
  })
}

function saveAndRemoveAlert(link: Link, visit: LinkVisit, now: Date) {
  return db
    .with('saved', (executor) => saveVisit(executor, link, visit, now))
    .deleteFrom('deal_alerts')
    .using('saved')
    .whereRef('deal_alerts.deal_id', '=', 'saved.deal_id')
    .where('kind', '=', 'BROKEN_LINK')
    .where('status', '=', 'PENDING')
    .execute()
}

/** An alert that waits already is updated. */
function saveAndRaiseAlert(link: Link, visit: LinkVisit, now: Date) {
  const details = sql<string>`jsonb_build_object(
    ${sql.lit('url' satisfies keyof BrokenLinkDetails)}, saved.url,
    ${sql.lit('failedOn' satisfies keyof BrokenLinkDetails)}, saved.failed_on,
    ${sql.lit('reason' satisfies keyof BrokenLinkDetails)}, saved.reason)`
  return db
    .with('saved', (executor) => saveVisit(executor, link, visit, now))
    .insertInto('deal_alerts')
    .columns(['deal_id', 'kind', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('saved')
        .innerJoin('deals', 'deals.id', 'saved.deal_id')
        .select(['deals.id', sql.lit('BROKEN_LINK').as('kind'), details.as('details')])
        .where(sql<SqlBool>`cardinality(saved.failed_on) >= ${sql.lit(DAYS_UNTIL_BROKEN)}`)
        .where(isChecked()),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['deal_id', 'kind'])
        .where(sql<SqlBool>`deal_alerts.status = 'PENDING'`)
        .doUpdateSet((eb) => ({ details: eb.ref('excluded.details') })),
    )
    .execute()
}

/** Saves nothing if the link changed during the visit: the new one is due. */
function saveVisit(
  executor: Pick<typeof db, 'updateTable'>,
  { id, url }: Link,
  { result, reason }: LinkVisit,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10)
  return executor
    .updateTable('link_checks')
    .set({
      checked_at: now,
      result,
      reason,
      failed_on: failureDays(result, today),
      due_at: sql<Date>`(${today}::date + ${daysUntilNext(result, reason)})::timestamp at time zone 'UTC'`,
    })
    .where('deal_id', '=', id)
    .where('url', '=', url)
    .returning(['deal_id', 'url', 'failed_on', 'reason'])
}

/** A link that fails is visited daily until it works, even if the result of one visit is unknown. */
function daysUntilNext(result: LinkVisit['result'], reason: LinkVisit['reason']) {
  if (result === 'OK') return sql.lit(7)
  if (result === 'FAILED' || reason === OUTAGE.reason) return sql.lit(1)
  return sql`case when failed_on = '{}' then 7 else 1 end`
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
