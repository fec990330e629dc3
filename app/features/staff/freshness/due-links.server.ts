import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { isNotExpired } from '~/features/catalog/deals/shown-status.server'

/** Few enough that editors hardly wait for the deals that are locked meanwhile. */
const PLANNED_AT_ONCE = 1_000
const HOSTS_PAGE = 250
const LINKS_PAGE = 100

/** A published deal that has not ended, the only kind whose link is checked. */
export const isChecked = () => sql<SqlBool>`(deals.published and ${isNotExpired()})`

/** Adds the deals that were never planned, and takes back the alerts of deals that ended or were unpublished. */
export async function planLinkChecks() {
  while ((await planBatch()) === PLANNED_AT_ONCE);
  await db
    .deleteFrom('deal_alerts')
    .using('deals')
    .whereRef('deals.id', '=', 'deal_alerts.deal_id')
    .where('deal_alerts.kind', 'in', ['BROKEN_LINK', 'PAGE_DIFFERENCE'])
    .where('deal_alerts.status', '=', 'PENDING')
    .where(sql<SqlBool>`not ${isChecked()}`)
    .execute()
}

/** The deals are locked, so that `restartLinkChecks` finds the row of a link that changes meanwhile. */
async function planBatch() {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('link_checks')
    .columns(['deal_id', 'url', 'host'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select(['id', 'cta_url', sql<string>`link_host(cta_url)`.as('host')])
        .where(isChecked())
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('link_checks').select('deal_id').whereRef('deal_id', '=', 'deals.id'))),
        )
        .limit(PLANNED_AT_ONCE)
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Restarts the link checks of deals whose link changed: the new one has no failures and alerts, and is due. Call this in
 * the transaction of the change.
 */
export async function restartLinkChecks(trx: Trx, dealIds: string[]) {
  if (dealIds.length === 0) return
  const restarted = await trx
    .updateTable('link_checks')
    .from('deals')
    .set((eb) => ({
      url: eb.ref('deals.cta_url'),
      host: sql<string>`link_host(deals.cta_url)`,
      due_at: sql<Date>`now()`,
      checked_at: null,
      result: null,
      reason: null,
      failed_on: sql<string[]>`'{}'`,
      found: null,
      found_since: null,
      ignored: null,
    }))
    .whereRef('deals.id', '=', 'link_checks.deal_id')
    .whereRef('deals.cta_url', '<>', 'link_checks.url')
    .where(sql<SqlBool>`deals.id = any(${dealIds}::uuid[])`)
    .returning('link_checks.deal_id')
    .execute()
  if (restarted.length === 0) return
  await trx
    .deleteFrom('deal_alerts')
    .where(
      'deal_id',
      'in',
      restarted.map(({ deal_id }) => deal_id),
    )
    .where('kind', 'in', ['BROKEN_LINK', 'PAGE_DIFFERENCE'])
    .where('status', '=', 'PENDING')
    .execute()
}

export type DueLink = { id: string; url: string; isWatched: boolean; hasFailed: boolean }

/** The hosts with links that were due at a time, in an order that differs every day, so that none is always last. */
export async function* iterateDueHosts(dueBy: Date) {
  const position = sql<string>`md5(link_checks.host || ${dueBy.toISOString().slice(0, 10)})`
  for (let last = ''; ; ) {
    const hosts = await selectDueLinks(dueBy)
      .select(['link_checks.host', position.as('position')])
      .where(position, '>', last)
      .groupBy('link_checks.host')
      .orderBy('position')
      .limit(HOSTS_PAGE)
      .execute()
    for (const { host } of hosts) yield host
    if (hosts.length < HOSTS_PAGE) return
    last = hosts.at(-1)!.position
  }
}

/**
 * The links of a host that were due at a time, oldest due time first.
 *
 * @param limited runs a query under a limit of concurrency, so that many hosts do not exhaust the pool
 */
export async function* iterateDueLinks(
  host: string,
  dueBy: Date,
  limited: <T>(query: () => Promise<T>) => Promise<T>,
): AsyncGenerator<DueLink, void> {
  for (let last: { due_at: Date; id: string } | undefined; ; ) {
    const due = selectDueLinks(dueBy)
      .select(['link_checks.deal_id as id', 'link_checks.url', 'link_checks.is_watched', 'link_checks.due_at'])
      .select(sql<boolean>`link_checks.failed_on <> '{}'`.as('has_failed'))
      .where('link_checks.host', '=', host)
      .$if(last !== undefined, (query) =>
        query.where(sql<SqlBool>`(link_checks.due_at, link_checks.deal_id) > (${last!.due_at}, ${last!.id}::uuid)`),
      )
      .orderBy('link_checks.due_at')
      .orderBy('link_checks.deal_id')
      .limit(LINKS_PAGE)
    const links = await limited(() => due.execute())
    for (const { id, url, is_watched, has_failed } of links) {
      yield { id, url, isWatched: is_watched, hasFailed: has_failed }
    }
    if (links.length < LINKS_PAGE) return
    last = links.at(-1)
  }
}

function selectDueLinks(dueBy: Date) {
  return db
    .selectFrom('link_checks')
    .innerJoin('deals', 'deals.id', 'link_checks.deal_id')
    .where('link_checks.due_at', '<=', dueBy)
    .where(isChecked())
}
