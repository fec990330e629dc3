import { type AliasableExpression, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { TITLES_ASKED } from './bulk-action'
import { type DealsQuery, resolveFilter } from './deal-query.server'
import { selectManagedDeals } from './manage-deals.server'
import { type ManageSearch, managePath } from './manage-search'

/** The deals of a bulk action: selected rows, or everything that a search of the list matches. */
export type BulkTarget = { search: ManageSearch; ids?: string[] }

/** How many deals, and which: the sum of the hashes of their ids is the same only for the same deals. */
export type DealSet = { count: number; fingerprint: string }

export async function selectTarget({ search, ids }: BulkTarget): Promise<DealsQuery> {
  if (ids) return db.selectFrom('deals').where('deals.id', 'in', ids)
  return selectManagedDeals(search, await resolveFilter(search))
}

/** What the question before a bulk action says: the exact number of deals, and the first titles. */
export async function describeTarget(target: BulkTarget) {
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    // The list counts up to a cap; this counts all.
    await sql`set local statement_timeout = '20s'`.execute(trx)
    const [set, titles] = [await fingerprintDeals(trx, deals.select('deals.id')), await firstTitles(trx, deals)]
    return { ...set, titles }
  })
}

export async function fingerprintDeals(executor: Executor, ids: AliasableExpression<{ id: string }>): Promise<DealSet> {
  return executor
    .selectFrom(ids.as('matches'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), FINGERPRINT.as('fingerprint')])
    .executeTakeFirstOrThrow()
}

const FINGERPRINT = sql<string>`coalesce(sum(hashtextextended(matches.id::text, 0)), 0)::text`

/** The titles of the newest deals of the set, as at the head of the list. */
export async function firstTitles(executor: Executor, deals: DealsQuery, limit = TITLES_ASKED) {
  const first = deals
    .select(['deals.title', 'deals.created_at', 'deals.id'])
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  const rows = await executor.selectFrom(first.as('first')).select('title').execute()
  return rows.map(({ title }) => title)
}

/** The search as the audit log quotes it: its query, or what else was chosen. */
export function quoteTarget({ search, ids }: BulkTarget) {
  if (ids) return 'selected on the list'
  return managePath({ ...search, page: 1 }).split('?')[1] ?? 'all deals'
}
