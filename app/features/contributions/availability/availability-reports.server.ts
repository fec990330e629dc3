import { type SqlBool, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { lockAuthor, type PostOutcome } from '~/features/people/limits/lock-author.server'
import type { AlertKind } from './alert'

/** How many members must report within how many days that a deal has ended, so that staff look at it. */
const REPORTS_NEEDED = 2
const WINDOW_DAYS = 14
/** Reports of younger accounts are stored and shown to staff, but do not count. */
const ACCOUNT_DAYS = 7

/** The alerts that reports of members make. */
const REPORTED: AlertKind[] = ['ENDED_REPORTS', 'REOPENED_REPORTS']
/** That a deal was available before its end date says nothing about the time after. */
const IS_AFTER_THE_END = sql<SqlBool>`(deals.end_date is null or deals.end_date >= (now() at time zone 'UTC')::date
  or availability_reports.created_at >= (deals.end_date + 1)::timestamp at time zone 'UTC')`

/** Whether a row of `availability_reports` counts at all. */
export const IS_RECENT = sql<SqlBool>`availability_reports.created_at > now() - make_interval(days => ${sql.lit(WINDOW_DAYS)})`

/**
 * Stores what a member says about a deal; the newest answer counts. Enough reports that it has ended, or one that an ended
 * or unconfirmed one is open, make an alert.
 * `missing`: the deal was unpublished or deleted in the meantime. The same answer again is not counted.
 */
export async function reportAvailability(userId: string, dealId: string, hasEnded: boolean): Promise<PostOutcome> {
  return inTransaction(async (trx) => {
    if (!(await lockForReports(trx, dealId))) return 'missing'
    await lockAuthor(trx, userId)
    const live = await selectLive(trx, userId, dealId).executeTakeFirst()
    if (live?.has_ended === hasEnded) return 'unchanged'
    const retryAfter = await consumeRateLimit('availability report of account', userId, trx)
    if (retryAfter) return { retryAfter }

    const said = { has_ended: hasEnded, created_at: sql<Date>`now()`, counts: await isOldEnough(trx, userId) }
    if (live) await trx.updateTable('availability_reports').set(said).where('id', '=', live.id).execute()
    else {
      await trx
        .insertInto('availability_reports')
        .values({ ...said, user_id: userId, deal_id: dealId })
        .execute()
    }
    await syncAlert(trx, dealId)
    return 'submitted'
  })
}

/** Takes a live report back. Without enough others the alert goes too, unless staff have decided it. */
export async function withdrawReport(userId: string, dealId: string) {
  await inTransaction(async (trx) => {
    if (!(await lockForReports(trx, dealId))) return
    await trx
      .deleteFrom('availability_reports')
      .where('user_id', '=', userId)
      .where('deal_id', '=', dealId)
      .where('status', '=', 'PENDING')
      .execute()
    await syncAlert(trx, dealId)
  })
}

/** Two members who report at once wait for each other, so that the second one sees the report of the first. */
async function lockForReports(trx: Trx, dealId: string) {
  // Staff who decide on an alert lock it before the deal.
  await trx
    .selectFrom('deal_alerts')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('kind', 'in', REPORTED)
    .where('status', '=', 'PENDING')
    .forUpdate()
    .execute()
  const deal = await trx
    .selectFrom('deals')
    .select('id')
    .where('id', '=', dealId)
    .where('published', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return deal !== undefined
}

function selectLive(trx: Trx, userId: string, dealId: string) {
  return trx
    .selectFrom('availability_reports')
    .select(['id', 'has_ended'])
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
}

async function isOldEnough(trx: Trx, userId: string) {
  const { is_old } = await trx
    .selectFrom('profiles')
    .select(sql<boolean>`created_at < now() - make_interval(days => ${sql.lit(ACCOUNT_DAYS)})`.as('is_old'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return is_old
}

/** Makes the alert that the reports call for, or removes one that too few are left for. */
async function syncAlert(trx: Trx, dealId: string) {
  const wanted = await findWantedAlert(trx, dealId)
  await trx
    .deleteFrom('deal_alerts')
    .where('deal_id', '=', dealId)
    .where('kind', 'in', REPORTED)
    .where('kind', '<>', wanted ?? '')
    .where('status', '=', 'PENDING')
    .execute()
  if (!wanted) return
  await trx
    .insertInto('deal_alerts')
    .values({ deal_id: dealId, kind: wanted })
    .onConflict((conflict) => conflict.columns(['deal_id', 'kind']).where('status', '=', 'PENDING').doNothing())
    .execute()
}

/** Reports that repeat what visitors read already make no alert. */
async function findWantedAlert(trx: Trx, dealId: string): Promise<AlertKind | undefined> {
  const { ended, open_again, shown_status } = await trx
    .selectFrom('deals')
    .leftJoin('availability_reports', (join) =>
      join
        .onRef('deal_id', '=', 'deals.id')
        .on('availability_reports.status', '=', 'PENDING')
        .on('counts', '=', true)
        .on(IS_RECENT),
    )
    .select((eb) => [
      shownStatus().as('shown_status'),
      eb.fn.countAll<number>().filterWhere('has_ended', '=', true).as('ended'),
      eb.fn.countAll<number>().filterWhere('has_ended', '=', false).filterWhere(IS_AFTER_THE_END).as('open_again'),
    ])
    .where('deals.id', '=', dealId)
    .groupBy('deals.id')
    .executeTakeFirstOrThrow()
  if (shown_status === 'EXPIRED') return open_again > 0 ? 'REOPENED_REPORTS' : undefined
  if (ended >= REPORTS_NEEDED) return 'ENDED_REPORTS'
  return shown_status === 'UNCONFIRMED' && open_again > 0 ? 'REOPENED_REPORTS' : undefined
}
