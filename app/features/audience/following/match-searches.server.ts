import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isStatementTimeout } from '~/db/db-error.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { hasCrossedPrices } from '~/features/catalog/deals/list/deal-filters'
import { matching } from '~/features/catalog/deals/list/find-deals.server'
import { isOpenOrUpcoming } from '~/features/catalog/deals/shown-status.server'
import { loadNames, type Names, readQuery } from './list-searches.server'
import { NAMED_DEALS, TIMEOUT_LIMIT } from './saved-search'

/** Deals matched by one statement, so that a large import stays within the time limit. */
const CHUNK = 5_000
const MATCH_TIMEOUT_MS = 1_000

type Change = { deal_id: string; changed_at: string }
type Options = { signal?: Pick<AbortSignal, 'aborted'>; timeoutMs?: number }

/**
 * Matches changed deals, whose followers were notified, against each distinct query once. The notifications about a query and the memory of its matches
 * are written in one transaction, and the changes are deleted last. After a crash, or while a query times out, the same
 * changes are matched again, which notifies only of what is missing.
 *
 * @returns how many notifications were written
 */
export async function matchChangedDeals({ signal, timeoutMs = MATCH_TIMEOUT_MS }: Options = {}) {
  const changes = await listChanges()
  if (changes.length === 0) return 0
  const names = await loadNames()
  let added = 0
  let isComplete = true
  for (const { query, timeouts } of await listQueries()) {
    if (signal?.aborted) return added
    try {
      added += await matchQuery(query, changes, { names, timeoutMs })
      if (timeouts > 0) await resetTimeouts(query)
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      const isStopped = await noteTimeout(query)
      isComplete &&= isStopped
    }
  }
  if (isComplete) await deleteChanges(changes)
  return added
}

/** Later changes of the same deals have another time, with all its microseconds. */
async function listChanges(): Promise<Change[]> {
  return db
    .selectFrom('changed_deals')
    .select(['deal_id', sql<string>`changed_at::text`.as('changed_at')])
    .where('is_told', '=', true)
    .orderBy('deal_id')
    .execute()
}

async function listQueries() {
  return db
    .selectFrom('saved_searches')
    .select(['query', (eb) => eb.fn.max('timeouts').as('timeouts')])
    .where('tells', '=', true)
    .groupBy('query')
    .orderBy('query')
    .execute()
}

type MatchOptions = { names: Names; timeoutMs: number }

async function matchQuery(query: string, changes: Change[], { names, timeoutMs }: MatchOptions) {
  const deals = await selectMatching(query, names)
  if (!deals) return 0
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx)
    const matches: Change[] = []
    for (let from = 0; from < changes.length; from += CHUNK) {
      const chunk = changes.slice(from, from + CHUNK)
      const ids = chunk.map(({ deal_id }) => deal_id)
      const inChunk = deals.where(sql<boolean>`deals.id = any(${ids}::uuid[])`).compile()
      const found = new Set((await trx.executeQuery(inChunk)).rows.map(({ id }) => id))
      matches.push(...chunk.filter(({ deal_id }) => found.has(deal_id)))
    }
    if (matches.length === 0) return 0
    await sql`set local statement_timeout = '60s'`.execute(trx)
    return notifySavers(trx, query, matches)
  })
}

/** Undefined where nothing can match. Deals that ended or are not confirmed only match a search for that status. */
async function selectMatching(query: string, names: Names) {
  const search = await readQuery(query, names)
  const { category, platform } = search
  const isGone = (category && !names.category.has(category)) || (platform && !names.platform.has(platform))
  if (isGone || hasCrossedPrices(search)) return undefined
  const deals = (await matching(search)).select('deals.id')
  return search.status ? deals : deals.where(isOpenOrUpcoming())
}

/**
 * Notifies the members who saved a query before the deals changed, and who were not notified of them before. Searches
 * that were saved before all of these changes have the same news, which is computed once.
 */
async function notifySavers(trx: Trx, query: string, matches: Change[]) {
  const hash = sql`md5(${query}::text)::uuid`
  const { numAffectedRows = 0n } = await sql`
    with matched as (
      select deals.id, deals.title, deals.created_at, changed.changed_at, former.changed_at as notified_at,
        greatest(deals.created_at, deals.announced_at) < changed.changed_at - interval '1 day' as was_there
      from unnest(${matches.map(({ deal_id }) => deal_id)}::uuid[],
        ${matches.map(({ changed_at }) => changed_at)}::timestamptz[]) as changed (deal_id, changed_at)
      join deals on deals.id = changed.deal_id
      left join search_matches as former on former.deal_id = deals.id and query_hash = ${hash}),
    savers as (
      select id, user_id, name,
        greatest(created_at, (select min(least(changed_at, notified_at)) from matched)) as since
      from saved_searches where ${isSaved(query)} and tells),
    news as (
      select since, count(*) as count, count(*) filter (where was_there) as changed, max(changed_at) as newest, to_jsonb((array_agg(
        jsonb_build_object('id', id, 'title', title) order by changed_at desc, created_at desc, id
      ))[1:${sql.lit(NAMED_DEALS)}]) as deals
      from (select distinct since from savers) as starts
      join matched on changed_at >= since and (notified_at is null or notified_at < since)
      group by since),
    remembered as (
      insert into search_matches (deal_id, query_hash, changed_at)
      select id, ${hash}, changed_at from matched
      on conflict on constraint one_match_per_deal_and_query do update set changed_at = excluded.changed_at)
    insert into notifications (user_id, kind, cause, data)
    select user_id, 'saved_search', 'search:' || id || ':' || extract(epoch from newest),
      jsonb_build_object('search', id, 'name', name, 'count', count, 'changed', changed, 'deals', deals)
    from savers join news using (since)
    on conflict on constraint one_notification_per_person_and_cause do nothing`.execute(trx)
  return Number(numAffectedRows)
}

const isSaved = (query: string) => sql<boolean>`(md5(query) = md5(${query}::text) and query = ${query})`

/** Returns whether all searches for the query are stopped now. */
async function noteTimeout(query: string) {
  const counted = await db
    .updateTable('saved_searches')
    .set((eb) => ({ timeouts: eb('timeouts', '+', 1), tells: sql<boolean>`timeouts < ${TIMEOUT_LIMIT - 1}` }))
    .where(isSaved(query))
    .where('tells', '=', true)
    .returning('tells')
    .execute()
  return counted.every(({ tells }) => !tells)
}

async function resetTimeouts(query: string) {
  await db
    .updateTable('saved_searches')
    .set({ timeouts: 0 })
    .where(isSaved(query))
    .where('tells', '=', true)
    .where('timeouts', '>', 0)
    .execute()
}

/** Deals that changed again meanwhile are left for the next time. */
async function deleteChanges(changes: Change[]) {
  await inTransaction((trx) =>
    sql`
      delete from changed_deals using unnest(${changes.map(({ deal_id }) => deal_id)}::uuid[],
        ${changes.map(({ changed_at }) => changed_at)}::timestamptz[]) as matched (deal_id, changed_at)
      where changed_deals.deal_id = matched.deal_id and changed_deals.changed_at = matched.changed_at and is_told`.execute(
      trx,
    ),
  )
}

/** Daily job: deletes the matches of queries that no member saves any more. */
export async function deleteUnsavedMatches() {
  await sql`
    delete from search_matches
    where query_hash not in (select md5(query)::uuid from saved_searches)`.execute(db)
}
