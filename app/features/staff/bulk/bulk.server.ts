import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor, Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import type { DealsQuery } from '~/features/catalog/deals/list/find-deals.server'
import { matchingManaged } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, manageParams } from '~/features/catalog/deals/list/managed-search'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { lockDoubts, settleDoubts } from '~/features/contributions/availability/doubts.server'
import { recordDecision } from '~/features/contributions/decisions/record-decision.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canDeleteDeals, isStaff } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { shorten } from '~/ui/shorten'
import { BULK_MAX, type BulkResult, type DealChange } from './bulk'
import type { BulkStatusEffects } from './bulk-status.server'

/** The deals of a bulk action: selected rows, or everything that a search of the list matches. */
export type BulkTarget = { search: ManageSearch; ids?: string[] }

const TITLES_SHOWN = 10
const TITLES_AUDITED = 5

async function selectTarget({ search, ids }: BulkTarget): Promise<DealsQuery> {
  return ids ? db.selectFrom('deals').where(isOneOf(ids)) : matchingManaged(search)
}

const isOneOf = (ids: string[]) => sql<SqlBool>`deals.id = any(${ids}::uuid[])`

/** For the confirmation page: the exact number of deals, and the titles of the newest. */
export async function describeTarget(target: BulkTarget) {
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    // The list counts up to a cap; this counts all.
    await sql`set local statement_timeout = '20s'`.execute(trx)
    const { count } = await countDeals(trx, deals, sql`true`)
    const titles = await listNewest(trx, deals, TITLES_SHOWN)
    return { count, titles: titles.map(({ title }) => title) }
  })
}

/**
 * Changes the deals of a target, the newest first and at most `BULK_MAX` of those for which the change is new. Each gets a
 * new version, so that a form opened before cannot silently revert it, and the change is in its history.
 *
 * @param count the number of deals that was confirmed
 * @returns `outdated` if another number matches now; nothing was changed then
 */
export async function changeDeals(
  actor: User,
  change: DealChange,
  target: BulkTarget,
  count: number,
): Promise<BulkResult | { outdated: number } | 'forbidden' | 'no-category'> {
  if (!(change.verb === 'delete' ? canDeleteDeals : isStaff)(actor)) return 'forbidden'
  const deals = await selectTarget(target)
  return inTransaction(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`set local lock_timeout = '3s'`.execute(trx)
    const to = await nameNewValue(trx, change)
    if (to === undefined) return 'no-category'
    const found = await countDeals(trx, deals, isNewFor(change))
    if (found.count !== count) return { outdated: found.count }
    const newest = await listNewest(trx, deals.where(isNewFor(change)), BULK_MAX)
    const changed = await applyTo(trx, actor, change, newest, target)
    const left = Math.max(found.changeable - BULK_MAX, 0)
    const result: BulkResult = { changed: changed.length, already: count - changed.length - left, ...(to && { to }) }
    if (changed.length === 0) return result
    await recordChange(trx, actor, change, target, changed, result)
    const decision = setsExpired(change) ? await recordExpiry(trx, actor, target, changed) : undefined
    return { ...result, ...(decision && { decision }) }
  })
}

/** The condition for deals that do not have the new value yet. */
function isNewFor(change: DealChange) {
  switch (change.verb) {
    case 'publish':
      return sql<SqlBool>`not deals.published`
    case 'unpublish':
      return sql<SqlBool>`deals.published`
    case 'set-status':
      return sql<SqlBool>`deals.status <> ${change.to_status}`
    case 'set-category':
      return sql<SqlBool>`deals.category_id <> ${change.to_category_id}`
    case 'delete':
      return sql<SqlBool>`true`
  }
}

/** The label of the new status or category, '' without one; undefined for a category that was deleted. */
async function nameNewValue(trx: Trx, change: DealChange) {
  if (change.verb === 'set-status') return DEAL_STATUS_LABELS[change.to_status]
  if (change.verb !== 'set-category') return ''
  const category = trx.selectFrom('categories').select('name').where('id', '=', change.to_category_id)
  return (await category.forKeyShare().executeTakeFirst())?.name
}

async function countDeals(executor: Executor, deals: DealsQuery, isChangeable: ReturnType<typeof isNewFor>) {
  const matches = deals.select(sql<boolean>`${isChangeable}`.as('is_changeable')).as('matches')
  return executor
    .selectFrom(matches)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`count(*) filter (where is_changeable)`.as('changeable'))
    .executeTakeFirstOrThrow()
}

async function listNewest(executor: Executor, deals: DealsQuery, limit: number) {
  const newest = deals
    .select(['deals.id', 'deals.title', 'deals.created_at'])
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  return executor.selectFrom(newest.as('newest')).select(['id', 'title']).execute()
}

type Found = { id: string; title: string }
type Changed = Found & { version: number | null; former: DealStatus }

/** Locks the deals and changes those for which the change is still new. */
async function applyTo(trx: Trx, actor: User, change: DealChange, newest: Found[], { search }: BulkTarget) {
  const ids = newest.map(({ id }) => id)
  // Before the deals, in the order of a decision on them.
  if (setsExpired(change)) await lockDoubts(trx, ids)
  const locked = await lockDeals(trx, ids, change)
  if (locked.size === 0) return []
  const versions = await write(trx, [...locked.keys()], change, search)
  if (setsExpired(change)) await settleDoubts(trx, actor, { dealIds: [...locked.keys()], hasEnded: true })
  return newest.flatMap((deal): Changed[] => {
    const former = locked.get(deal.id)
    return former ? [{ ...deal, former, version: versions.get(deal.id) ?? null }] : []
  })
}

const setsExpired = (change: DealChange) => change.verb === 'set-status' && change.to_status === 'EXPIRED'

/** The former status by id. Locked in one order, so that concurrent bulk actions do not deadlock. */
async function lockDeals(trx: Trx, ids: string[], change: DealChange) {
  const rows = await trx
    .selectFrom('deals')
    .select(['id', 'status'])
    .where(isOneOf(ids))
    .where(isNewFor(change))
    .orderBy('id')
    .$if(change.verb === 'delete', (query) => query.forUpdate())
    .$if(change.verb !== 'delete', (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Returns the new versions by id; of deleted deals none. */
async function write(trx: Trx, ids: string[], change: DealChange, { attention }: ManageSearch) {
  if (change.verb === 'delete') await removeDeals(trx, ids)
  const values = valuesOf(change)
  if (!values) return new Map<string, number>()
  // Visitors read already that these are not confirmed, so followers get no news.
  if (!setsExpired(change) || attention !== 'unconfirmed') await noteDeals(trx, ids)
  const rows = await trx
    .updateTable('deals')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where(isOneOf(ids))
    .returning(['id', 'version'])
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

function valuesOf(change: DealChange) {
  if (change.verb === 'set-status') return { status: change.to_status }
  if (change.verb === 'set-category') return { category_id: change.to_category_id }
  return change.verb === 'delete' ? undefined : { published: change.verb === 'publish' }
}

/** Describes how the deals were selected: the parameters of the list, or words. */
const searchOf = ({ search, ids }: BulkTarget) =>
  ids ? 'selected on the list' : new URLSearchParams(manageParams(search)).toString()

/** One entry in the audit log, which is also part of the history of each deal. */
async function recordChange(
  trx: Trx,
  { id: actor }: User,
  { verb }: DealChange,
  target: BulkTarget,
  changed: Changed[],
  { already, to }: BulkResult,
) {
  const [first] = changed
  if (target.ids?.length === 1 && (verb === 'publish' || verb === 'unpublish')) {
    const { id, version } = first!
    await recordAudit({ actor, action: `deal.${verb}ed`, entity: 'deal', id, detail: { version } }, trx)
    return
  }
  const detail = {
    count: changed.length,
    ...(verb === 'set-status' && { new_status: to }),
    ...(verb === 'set-category' && { new_category: to }),
    search: searchOf(target) || 'all deals',
    ...(already > 0 && { note: `${already} unchanged` }),
    first_titles: changed
      .slice(0, TITLES_AUDITED)
      .map(({ title }) => shorten(title, 60))
      .join('; '),
    versions: Object.fromEntries(changed.map(({ id, version }) => [id, version])),
  }
  await recordAudit({ actor, action: `deals.${verb}`, entity: 'deals', id: null, detail }, trx)
}

/** Returns the decision, whose undo gives the deals their former status again. */
async function recordExpiry(trx: Trx, actor: User, target: BulkTarget, changed: Changed[]) {
  const former: BulkStatusEffects['former'] = {}
  for (const { id, version, former: status } of changed) {
    former[status] ??= {}
    former[status][id] = version!
  }
  const effects: BulkStatusEffects = { search: searchOf(target), former }
  return recordDecision(trx, actor, { kind: 'bulk_status', subject: randomUUID(), decision: 'APPROVED', effects })
}
