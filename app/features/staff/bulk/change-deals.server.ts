import type { Executor, Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { noteChangedOffers, readOffers } from '~/features/catalog/deals/deal-events.server'
import { PUBLISHED_COLUMNS, publishedDeal } from '~/features/catalog/deals/editor/deal-form.server'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import type { DealsQuery } from '~/features/catalog/deals/list/find-deals.server'
import { lockDoubts, settleDoubts } from '~/features/contributions/availability/doubts.server'
import { recordDecision } from '~/features/contributions/decisions/record-decision.server'
import { canDeleteDeals, isStaff } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { shorten } from '~/ui/shorten'
import { type DealChange, describeUnchanged, UNCHANGED, type UnchangedCounts } from './bulk'
import type { BulkStatusEffects } from './bulk-status.server'

export type Actor = { id: string }

const TITLES_AUDITED = 5
/** The audit log's action when one deal was changed by its row in the list. */
const ROW_ACTIONS: Partial<Record<DealChange['verb'], string>> = {
  publish: 'deal.published',
  unpublish: 'deal.unpublished',
}

/**
 * Changes deals and adds one entry to the audit log, which is also part of the history of each deal.
 *
 * @param search how the deals were selected, for the audit log
 */
export async function changeDeals(trx: Trx, actor: Actor, change: DealChange, ids: string[], search?: string) {
  if (!(await hasRight(trx, actor.id, change.verb))) return { outcome: 'forbidden' } as const
  if (change.verb === 'set-category' && !(await lockCategory(trx, change.to_category_id))) {
    return { outcome: 'no-category' } as const
  }
  const titles = await listTitles(trx, trx.selectFrom('deals').where('deals.id', 'in', ids), TITLES_AUDITED)
  // Before the deals, in the order of a decision on them.
  if (setsExpired(change)) await lockDoubts(trx, ids)
  const { changed, unchanged } = await applyToDeals(trx, change, ids)
  const [first] = changed
  const rowAction = ids.length === 1 && ROW_ACTIONS[change.verb]
  if (first && rowAction) {
    const { id, version } = first
    await recordAudit({ actor: actor.id, action: rowAction, entity: 'deal', id, detail: { version } }, trx)
  } else if (first) {
    const detail = {
      count: changed.length,
      ...(change.verb === 'set-status' && { new_status: DEAL_STATUS_LABELS[change.to_status] }),
      ...('batch' in change && change.batch && { batch: change.batch }),
      ...(change.verb === 'set-category' && { new_category: change.category }),
      ...(search !== undefined && { search: search || 'all deals' }),
      ...(Object.keys(unchanged).length > 0 && { note: describeUnchanged(change, unchanged) }),
      first_titles: titles.map((title) => shorten(title, 60)).join('; '),
      versions: Object.fromEntries(changed.map(({ id, version }) => [id, version])),
    }
    await recordAudit({ actor: actor.id, action: `deals.${change.verb}`, entity: 'deals', id: null, detail }, trx)
  }
  if (first && setsExpired(change)) {
    await settleDoubts(trx, actor, { dealIds: idsOf(changed), hasEnded: true })
    if (change.batch) await recordExpiry(trx, actor, { batch: change.batch, search, changed })
  }
  return { outcome: 'done', changed: changed.length, unchanged } as const
}

type Expired = { id: string; version: number | null; former: DealStatus }
type Expiry = { batch: string; search?: string; changed: Expired[] }

/** A press of more deals than one transaction changes has several decisions. */
async function recordExpiry(trx: Trx, actor: Actor, { batch, search = '', changed }: Expiry) {
  const former: BulkStatusEffects['former'] = {}
  for (const { id, version, former: status } of changed) {
    former[status] ??= {}
    former[status][id] = version!
  }
  const effects: BulkStatusEffects = { search, former }
  await recordDecision(trx, actor, { kind: 'bulk_status', subject: batch, decision: 'APPROVED', effects })
}

const setsExpired = (change: DealChange): change is Extract<DealChange, { verb: 'set-status' }> =>
  change.verb === 'set-status' && change.to_status === 'EXPIRED'

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

export async function listTitles(executor: Executor, deals: DealsQuery, limit: number) {
  const first = deals
    .select(['deals.title', 'deals.created_at', 'deals.id'])
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  const rows = await executor.selectFrom(first.as('first')).select('title').execute()
  return rows.map(({ title }) => title)
}

/**
 * Changes the deals for which the change is new and allowed, and counts the others by reason. Each change makes a new
 * version, so that a form opened before cannot silently revert it.
 */
async function applyToDeals(trx: Trx, change: DealChange, ids: string[]) {
  const found = await lockDeals(trx, ids, change.verb === 'delete')
  const { values, isDone } = planOf(change)
  const reasonUnchanged = (deal: LockedDeal) => {
    if (isDone(deal)) return UNCHANGED.already
    return change.verb === 'publish' ? publishedDeal.safeParse(deal).error?.issues[0]?.message : undefined
  }
  const groups = Map.groupBy(found, reasonUnchanged)
  const changeable = idsOf(groups.get(undefined) ?? [])
  const unchanged: UnchangedCounts = ids.length > found.length ? { [UNCHANGED.gone]: ids.length - found.length } : {}
  for (const [reason, deals] of groups) if (reason) unchanged[reason] = deals.length
  if (changeable.length === 0) return { changed: [], unchanged }
  const isSilent = 'isSilent' in change && change.isSilent
  const changed = values ? await update(trx, changeable, values, isSilent) : await removeDeals(trx, changeable)
  const statusOf = new Map(found.map(({ id, status }) => [id, status]))
  return { changed: changed.map((deal) => ({ ...deal, former: statusOf.get(deal.id)! })), unchanged }
}

type LockedDeal = Awaited<ReturnType<typeof lockDeals>>[number]

// Locked in one order, so that concurrent bulk actions do not deadlock.
async function lockDeals(trx: Trx, ids: string[], isDeletion: boolean) {
  return trx
    .selectFrom('deals')
    .select(['id', 'published', 'status', 'category_id', ...PUBLISHED_COLUMNS])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isDeletion, (query) => query.forUpdate())
    .$if(!isDeletion, (query) => query.forNoKeyUpdate())
    .execute()
}

type Plan = {
  /** Undefined for a deletion. */
  values: Partial<Pick<LockedDeal, 'published' | 'status' | 'category_id'>> | undefined
  /** Whether the change is nothing new for a deal. */
  isDone(deal: LockedDeal): boolean
}

function planOf(change: DealChange): Plan {
  switch (change.verb) {
    case 'publish':
      return { values: { published: true }, isDone: ({ published }) => published }
    case 'unpublish':
      return { values: { published: false }, isDone: ({ published }) => !published }
    case 'set-status':
      return { values: { status: change.to_status }, isDone: ({ status }) => status === change.to_status }
    case 'set-category':
      return {
        values: { category_id: change.to_category_id },
        isDone: ({ category_id }) => category_id === change.to_category_id,
      }
    case 'delete':
      return { values: undefined, isDone: () => false }
  }
}

async function update(trx: Trx, ids: string[], values: NonNullable<Plan['values']>, isSilent = false) {
  const before = isSilent ? [] : await readOffers(trx, ids)
  const changed = await trx
    .updateTable('deals')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: eb.fn<Date>('now') }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  if (!isSilent) await noteChangedOffers(trx, before)
  return changed
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
