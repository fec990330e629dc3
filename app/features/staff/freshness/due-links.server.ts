import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isChecked } from './plan-link-checks.server'

const HOSTS_PAGE = 250
const LINKS_PAGE = 100

export type DueLink = { id: string; url: string; isWatched: boolean; hasFailed: boolean }

/** The hosts with links that were due at a time, in an order that differs every day, so that none is always last. */
export async function* iterateDueHosts(dueBy: Date) {
  const turn = sql<string>`md5(link_checks.host || ${dueBy.toISOString().slice(0, 10)})`
  for (let last = ''; ; ) {
    const hosts = await selectDueLinks(dueBy)
      .select(['link_checks.host', turn.as('turn')])
      .where(turn, '>', last)
      .groupBy('link_checks.host')
      .orderBy('turn')
      .limit(HOSTS_PAGE)
      .execute()
    for (const { host } of hosts) yield host
    if (hosts.length < HOSTS_PAGE) return
    last = hosts.at(-1)!.turn
  }
}

/**
 * The links of a host that were due at a time, those that waited longest first.
 *
 * @param inTurn runs a query when there is a turn for it, so that many hosts do not exhaust the pool
 */
export async function* iterateDueLinks(
  host: string,
  dueBy: Date,
  inTurn: <T>(query: () => Promise<T>) => Promise<T>,
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
    const links = await inTurn(() => due.execute())
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
