import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import type { BulkVerb } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/audit/audit.server'
import { shorten } from '~/ui/shorten'
import { BULK_AT_ONCE, type BulkOutcome } from './bulk-action'
import { DEAL_STATUS_LABELS, type DealStatus } from './deal'
import type { DealsQuery } from './deal-query.server'
import { findOutcome } from './manage-bulk-outcome.server'
import { hasBulkRight, runBatch } from './manage-bulk-run.server'
import {
  type BulkTarget,
  type DealSet,
  fingerprintDeals,
  firstTitles,
  quoteTarget,
  selectTarget,
} from './manage-bulk-target.server'

export type BulkRequest = {
  /** Made with the question, so that an answer that is sent twice acts once. */
  id: string
  verb: BulkVerb
  to_status?: DealStatus
  to_category_id?: string
  target: BulkTarget
  /** The deals that the question was about. */
  asked: DealSet
}

/**
 * `done`: all deals are handled. `queued`: a job handles them. `repeated`: it was already started. `outdated`: other
 * deals match now than those of the question, and nothing was changed.
 */
export type BulkStart =
  | { outcome: 'done'; action: BulkOutcome }
  | { outcome: 'queued' | 'repeated' | 'outdated' | 'forbidden' | 'no-category' }

/** Rolls the start back. */
class Outdated extends Error {}

const TITLES_AUDITED = 5
const TITLE_AUDITED_MAX = 60

/** Fixes the deals of a bulk action, and changes them at once or queues the job that does. */
export async function startBulkAction(actor: { id: string }, request: BulkRequest): Promise<BulkStart> {
  const deals = await selectTarget(request.target)
  try {
    return await inTransaction((trx) => start(trx, actor, request, deals))
  } catch (error) {
    if (error instanceof Outdated) return { outcome: 'outdated' }
    throw error
  }
}

async function start(trx: Trx, actor: { id: string }, request: BulkRequest, deals: DealsQuery): Promise<BulkStart> {
  await sql`set local statement_timeout = '60s'`.execute(trx)
  await sql`set local lock_timeout = '3s'`.execute(trx)
  const { id, verb, to_status, to_category_id } = request
  if (!(await hasBulkRight(trx, actor.id, verb))) return { outcome: 'forbidden' }
  const category = to_category_id ? await lockCategory(trx, to_category_id) : undefined
  if (to_category_id && !category) return { outcome: 'no-category' }
  const inserted = await trx
    .insertInto('bulk_actions')
    .values({ id, actor_id: actor.id, verb, to_status, to_category_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return { outcome: 'repeated' }

  const count = await fixDeals(trx, request, deals)
  const titles = await firstTitles(trx, deals, TITLES_AUDITED)
  await recordAudit(
    {
      actor: actor.id,
      action: `deals.${verb}`,
      entity: 'bulk_action',
      id,
      detail: {
        deals: count,
        ...(to_status && { new_status: DEAL_STATUS_LABELS[to_status] }),
        ...(category && { new_category: category.name }),
        search: quoteTarget(request.target),
        first_titles: titles.map((title) => shorten(title, TITLE_AUDITED_MAX)).join('; '),
      },
    },
    trx,
  )
  if (count > BULK_AT_ONCE) {
    await addJob(trx, 'change_deals', { id }, { attempts: 25 })
    return { outcome: 'queued' }
  }
  while (await runBatch(trx, id));
  // The message after the form says how it went.
  await trx.updateTable('bulk_actions').set({ dismissed_at: sql`now()` }).where('id', '=', id).execute()
  return { outcome: 'done', action: await findOutcome(trx, id) }
}

async function lockCategory(trx: Trx, id: string) {
  return trx.selectFrom('categories').select('name').where('id', '=', id).forKeyShare().executeTakeFirst()
}

/**
 * Stores the ids of the deals, so that later changes of what matches do not change what the action is about.
 *
 * @throws Outdated when they are not the deals of the question
 */
async function fixDeals(trx: Trx, { id, asked }: BulkRequest, deals: DealsQuery) {
  await trx
    .insertInto('bulk_action_deals')
    .columns(['action_id', 'deal_id'])
    .expression(deals.select([sql<string>`${id}::uuid`.as('action_id'), 'deals.id as deal_id']))
    .execute()
  const fixed = trx.selectFrom('bulk_action_deals').where('action_id', '=', id).select('deal_id as id')
  const { count, fingerprint } = await fingerprintDeals(trx, fixed)
  if (count === 0 || count !== asked.count || fingerprint !== asked.fingerprint) throw new Outdated()
  await trx.updateTable('bulk_actions').set({ deal_count: count }).where('id', '=', id).execute()
  return count
}
