import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { BulkVerb } from '~/db/schema'
import { canDeleteDeals, isStaff } from '~/features/accounts/profile'
import type { LeftCounts } from './bulk-action'
import { applyToDeals, type DealChange } from './manage-apply.server'

/** The deals of one transaction. A deletion also deletes what belongs to the deal, such as thousands of clicks. */
const BATCH = 250
const BATCH_OF_DELETIONS = 25

const NO_RIGHT = 'The person who started it may not do this any more.'
const NO_CATEGORY = 'The category was deleted.'

/**
 * Handles some deals of a bulk action, or ends it after the last one. The row of the action is locked until the
 * transaction ends, so that a job that runs twice handles each deal once.
 *
 * @returns whether the action goes on
 */
export async function runBatch(trx: Trx, id: string): Promise<boolean> {
  const action = await trx.selectFrom('bulk_actions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (action?.status !== 'RUNNING') return false
  const { verb, actor_id, to_status, to_category_id } = action
  if (!actor_id || !(await hasBulkRight(trx, actor_id, verb))) return stop(trx, id, NO_RIGHT)
  if (verb === 'set-category' && !to_category_id) return stop(trx, id, NO_CATEGORY)

  const ids = await nextDeals(trx, id, verb === 'delete' ? BATCH_OF_DELETIONS : BATCH)
  if (ids.length === 0) return finish(trx, id)
  const { changed, left } = await applyToDeals(trx, { verb, to_status, to_category_id } as DealChange, ids)
  await noteDone(trx, id, ids, changed)
  await trx
    .updateTable('bulk_actions')
    .set((eb) => ({
      done_count: eb('done_count', '+', ids.length),
      changed_count: eb('changed_count', '+', changed.length),
      left_counts: JSON.stringify(addUp(action.left_counts as LeftCounts, left)),
    }))
    .where('id', '=', id)
    .execute()
  return true
}

/** Whether a person may do this now. The profile is locked: a demotion waits for the batch, and the next one sees it. */
export async function hasBulkRight(trx: Trx, personId: string, verb: BulkVerb) {
  const person = await trx
    .selectFrom('profiles')
    .select(['role', 'status'])
    .where('id', '=', personId)
    .forShare()
    .executeTakeFirst()
  return person !== undefined && (verb === 'delete' ? canDeleteDeals : isStaff)(person)
}

async function nextDeals(trx: Trx, id: string, limit: number) {
  const rows = await trx
    .selectFrom('bulk_action_deals')
    .select('deal_id')
    .where('action_id', '=', id)
    .where('is_done', '=', false)
    .orderBy('deal_id')
    .limit(limit)
    .execute()
  return rows.map(({ deal_id }) => deal_id)
}

async function noteDone(trx: Trx, id: string, ids: string[], changed: { id: string; version: number | null }[]) {
  const versions = new Map(changed.map(({ id, version }) => [id, version]))
  await sql`
    update bulk_action_deals set is_done = true, version = done.version
    from unnest(${ids}::uuid[], ${ids.map((one) => versions.get(one) ?? null)}::int4[]) as done (id, version)
    where action_id = ${id} and deal_id = done.id`.execute(trx)
}

function addUp(before: LeftCounts, more: LeftCounts): LeftCounts {
  const reasons = new Set([...Object.keys(before), ...Object.keys(more)])
  return Object.fromEntries([...reasons].map((reason) => [reason, (before[reason] ?? 0) + (more[reason] ?? 0)]))
}

async function finish(trx: Trx, id: string) {
  return end(trx, id, { status: 'DONE', message: null })
}

/** Ends an action before its last deal, with the reason. What is changed stays. */
export async function stop(trx: Trx, id: string, message: string) {
  return end(trx, id, { status: 'STOPPED', message })
}

async function end(trx: Trx, id: string, values: { status: 'DONE' | 'STOPPED'; message: string | null }) {
  await trx
    .updateTable('bulk_actions')
    .set({ ...values, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute()
  // Changed deals stay for their history.
  await trx.deleteFrom('bulk_action_deals').where('action_id', '=', id).where('version', 'is', null).execute()
  return false
}
