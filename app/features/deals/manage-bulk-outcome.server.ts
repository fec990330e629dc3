import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { BulkOutcome, LeftCounts } from './bulk-action'

/** Outcomes that were not read are shown for a week, and no more than these at once. */
const SHOWN_MAX = 3

export type BulkNotice = BulkOutcome & { id: string }

function selectOutcomes(executor: Executor) {
  return executor
    .selectFrom('bulk_actions')
    .leftJoin('categories', 'categories.id', 'to_category_id')
    .select(['bulk_actions.id', 'verb', 'to_status', 'categories.name as category', 'status', 'message'])
    .select(['deal_count', 'done_count', 'changed_count'])
    .select((eb) => eb.ref('left_counts').$castTo<LeftCounts>().as('left_counts'))
}

export async function findOutcome(executor: Executor, id: string): Promise<BulkNotice> {
  return selectOutcomes(executor).where('bulk_actions.id', '=', id).executeTakeFirstOrThrow()
}

/** The actions of a person that run, or whose outcome that person has not dismissed, newest first. */
export async function listBulkNotices(personId: string): Promise<BulkNotice[]> {
  return selectOutcomes(db)
    .where('actor_id', '=', personId)
    .where('dismissed_at', 'is', null)
    .where((eb) => eb.or([eb('status', '=', 'RUNNING'), eb('finished_at', '>', sql<Date>`now() - interval '7 days'`)]))
    .orderBy('created_at', 'desc')
    .limit(SHOWN_MAX)
    .execute()
}

export async function dismissBulkNotice(personId: string, id: string) {
  await db
    .updateTable('bulk_actions')
    .set({ dismissed_at: sql`now()` })
    .where('id', '=', id)
    .where('actor_id', '=', personId)
    .where('status', '<>', 'RUNNING')
    .execute()
}
