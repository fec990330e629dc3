import type { JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { inTransaction } from '~/db/transaction.server'
import { applyToDeals, idsOf } from '~/features/catalog/deals/editor/write-deals.server'
import { type DealsQuery, resolveFilter } from '~/features/catalog/deals/list/deal-query.server'
import { selectManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { canDeleteDeals, isStaff } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { lockOpenAlerts, settleAlerts } from '~/features/staff/moderation/settle-alerts.server'
import { log } from '~/log.server'
import { shorten } from '~/ui/shorten'
import { BULK_AT_ONCE, type BulkVerb, type DealChange, describeUnchanged, TITLES_SHOWN } from './bulk'
import { DEAL_STATUS_LABELS } from './deal'

declare global {
  namespace GraphileWorker {
    interface Tasks {
      change_deals: { actor_id: string; change: DealChange; ids: string[]; search?: string }
    }
  }
}

type Actor = { id: string }
/** The deals of a bulk action: selected rows, or everything that a search of the list matches. */
export type BulkTarget = { search: ManageSearch; ids?: string[] }

/** The deals of one transaction. A deletion also deletes what belongs to the deal, such as thousands of clicks. */
const BATCH = 250
const BATCH_OF_DELETIONS = 25
const TITLES_AUDITED = 5
/** The audit log's action when one deal was changed by its row in the list. */
const ROW_ACTIONS: Partial<Record<DealChange['verb'], string>> = {
  publish: 'deal.published',
  unpublish: 'deal.unpublished',
  expire: 'deal.expired',
}

async function selectTarget({ search, ids }: BulkTarget): Promise<DealsQuery> {
  if (ids) return db.selectFrom('deals').where(sql<boolean>`deals.id = any(${ids}::uuid[])`)
  return selectManagedDeals(search, await resolveFilter(search))
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

async function listTitles(executor: Executor, deals: DealsQuery, limit: number) {
  const first = deals
    .select(['deals.title', 'deals.created_at', 'deals.id'])
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  const rows = await executor.selectFrom(first.as('first')).select('title').execute()
  return rows.map(({ title }) => title)
}

/**
 * Changes all deals of a target at once, or queues the job that does.
 *
 * @param count the number of deals that was confirmed
 * @returns `outdated` if another number matches now; nothing was changed then
 */
export async function startBulk(actor: Actor, change: DealChange, target: BulkTarget, count: number) {
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const rows = await trx.selectFrom(deals.select('deals.id').as('matches')).select('id').orderBy('id').execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length !== count || count === 0) return { outcome: 'outdated' } as const
    const search = target.ids ? 'selected on the list' : managePath({ ...target.search, page: 1 }).split('?')[1]
    if (count <= BULK_AT_ONCE) return changeDeals(trx, actor, change, ids, search)
    await addJob(trx, 'change_deals', { actor_id: actor.id, change, ids, search }, { attempts: 25 })
    return { outcome: 'queued' } as const
  })
}

/**
 * Changes deals and adds one entry to the audit log, which is also part of the history of each deal.
 *
 * @param search how the deals were chosen, for the audit log
 */
export async function changeDeals(trx: Trx, actor: Actor, change: DealChange, ids: string[], search?: string) {
  if (!(await hasRight(trx, actor.id, change.verb))) return { outcome: 'forbidden' } as const
  if (change.verb === 'set-category' && !(await lockCategory(trx, change.to_category_id))) {
    return { outcome: 'no-category' } as const
  }
  const titles = await listTitles(trx, trx.selectFrom('deals').where('deals.id', 'in', ids), TITLES_AUDITED)
  // Before the deals, in the order of a decision on them.
  const alerts = setsExpired(change) ? await lockOpenAlerts(trx, ids) : []
  const { changed, unchanged } = await applyToDeals(trx, change, ids)
  const rowAction = ids.length === 1 && ROW_ACTIONS[change.verb]
  if (changed.length === 1 && rowAction) {
    const [{ id, version }] = changed as [(typeof changed)[number]]
    await recordAudit({ actor: actor.id, action: rowAction, entity: 'deal', id, detail: { version } }, trx)
  } else if (changed.length > 0) {
    const detail = {
      count: changed.length,
      ...(change.verb === 'set-status' && { new_status: DEAL_STATUS_LABELS[change.to_status] }),
      ...(change.verb === 'set-category' && { new_category: change.category }),
      ...(search !== undefined && { search: search || 'all deals' }),
      ...(Object.keys(unchanged).length > 0 && { note: describeUnchanged(change, unchanged) }),
      first_titles: titles.map((title) => shorten(title, 60)).join('; '),
      versions: Object.fromEntries(changed.map(({ id, version }) => [id, version])),
    }
    await recordAudit({ actor: actor.id, action: `deals.${change.verb}`, entity: 'deals', id: null, detail }, trx)
  }
  await settleAlerts(trx, actor.id, alerts, idsOf(changed))
  return { outcome: 'done', changed: changed.length, unchanged } as const
}

const setsExpired = (change: DealChange) =>
  change.verb === 'expire' || (change.verb === 'set-status' && change.to_status === 'EXPIRED')

/** The profile is locked: a demotion waits for the batch, and the next one sees it. */
async function hasRight(trx: Trx, personId: string, verb: DealChange['verb']) {
  const person = await trx
    .selectFrom('profiles')
    .select(['role', 'status'])
    .where('id', '=', personId)
    .forShare()
    .executeTakeFirst()
  return person !== undefined && (verb === 'delete' ? canDeleteDeals : isStaff)(person)
}

async function lockCategory(trx: Trx, id: string) {
  return trx.selectFrom('categories').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
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
