import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import type { DealsQuery } from '~/features/catalog/deals/list/find-deals.server'
import { matchingManaged } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { log } from '~/log.server'
import { BULK_AT_ONCE, type BulkVerb, type DealChange, TITLES_SHOWN } from './bulk'
import { type Actor, changeDeals, listTitles } from './change-deals.server'

declare global {
  namespace GraphileWorker {
    interface Tasks {
      change_deals: { actor_id: string; change: DealChange; ids: string[]; search?: string }
    }
  }
}

/** The deals of a bulk action: selected rows, or everything that a search of the list matches. */
export type BulkTarget = { search: ManageSearch; ids?: string[] }

/** The deals of one transaction. A deletion also deletes what belongs to the deal, such as thousands of clicks. */
const BATCH = 250
const BATCH_OF_DELETIONS = 25

async function selectTarget({ search, ids }: BulkTarget): Promise<DealsQuery> {
  if (ids) return db.selectFrom('deals').where(sql<boolean>`deals.id = any(${ids}::uuid[])`)
  return matchingManaged(search)
}

/** For the confirmation page: the exact number of deals, and the titles of the newest. */
export async function describeTarget(target: BulkTarget) {
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    // The list counts up to a cap; this counts all.
    await sql`set local statement_timeout = '20s'`.execute(trx)
    const { count } = await trx
      .selectFrom(deals.select('deals.id').as('matches'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return { count, titles: await listTitles(trx, deals, TITLES_SHOWN) }
  })
}

/**
 * Changes all deals of a target at once, or queues the job that does.
 *
 * @param count the number of deals that was confirmed
 * @returns `outdated` if another number matches now; nothing was changed then
 */
export async function startBulk(actor: Actor, change: DealChange, target: BulkTarget, count: number) {
  const search = target.ids ? 'selected on the list' : managePath({ ...target.search, page: 1 }).split('?')[1]
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const rows = await trx.selectFrom(deals.select('deals.id').as('matches')).select('id').orderBy('id').execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length !== count || count === 0) return { outcome: 'outdated' } as const
    if (count <= BULK_AT_ONCE) return changeDeals(trx, actor, change, ids, search)
    await addJob(trx, 'change_deals', { actor_id: actor.id, change, ids, search }, { attempts: 25 })
    return { outcome: 'queued' } as const
  })
}

/**
 * Job: changes deals in batches. After a crash it starts again and skips those that are changed already. It stops when
 * its actor has lost the right to do this, or when the new category is deleted.
 */
export async function changeDealsInBulk(
  job: JobPayload<'change_deals'>,
  { abortSignal }: Partial<Pick<JobHelpers, 'abortSignal'>> = {},
) {
  const { actor_id, change, ids, search } = job
  const size = change.verb === 'delete' ? BATCH_OF_DELETIONS : BATCH
  for (let start = 0; start < ids.length; start += size) {
    abortSignal?.throwIfAborted()
    const { outcome } = await inTransaction(async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx)
      return changeDeals(trx, { id: actor_id }, change, ids.slice(start, start + size), search)
    })
    if (outcome !== 'done') return log.warn({ actor: actor_id, verb: change.verb, outcome }, 'A bulk action stopped')
  }
}

/** The bulk actions of a person that wait or run as a job. */
export async function listRunningBulk(personId: string): Promise<{ id: string; verb: BulkVerb; count: number }[]> {
  const { rows } = await sql<{ id: string; verb: BulkVerb; count: number }>`
    select jobs.id::text as id, payload -> 'change' ->> 'verb' as verb, json_array_length(payload -> 'ids') as count
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'change_deals' and payload ->> 'actor_id' = ${personId} and attempts < max_attempts
    order by jobs.id`.execute(db)
  return rows
}
