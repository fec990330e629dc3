import { sql } from 'kysely'
import type { Executor, Trx } from '~/db/executor'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { PUBLISHED_COLUMNS, publishedDeal } from '~/features/catalog/deals/editor/deal-form.server'
import { removeDeals } from '~/features/catalog/deals/editor/delete-deal.server'
import type { DealsQuery } from '~/features/catalog/deals/list/deal-query.server'
import { canDeleteDeals, isStaff } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { lockOpenAlerts, settleAlerts } from '~/features/staff/moderation/settle-alerts.server'
import { utcToday } from '~/http/utc-day'
import { shorten } from '~/ui/shorten'
import { type DealChange, describeUnchanged, UNCHANGED, type UnchangedCounts } from './bulk'

export type Actor = { id: string }

const TITLES_AUDITED = 5
/** The audit log's action when one deal was changed by its row in the list. */
const ROW_ACTIONS: Partial<Record<DealChange['verb'], string>> = {
  publish: 'deal.published',
  unpublish: 'deal.unpublished',
  expire: 'deal.expired',
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

export async function listTitles(executor: Executor, deals: DealsQuery, limit: number) {
  const first = deals
    .select(['deals.title', 'deals.created_at', 'deals.id'])
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  const rows = await executor.selectFrom(first.as('first')).select('title').execute()
  return rows.map(({ title }) => title)
}

type Applied = {
  /** The changed deals with their new version; null for a deleted one. */
  changed: { id: string; version: number | null }[]
  unchanged: UnchangedCounts
}

/**
 * Changes the deals for which that is something new and allowed, and counts the others by reason. Each change makes a
 * new version, so that a form opened before cannot silently revert it.
 */
async function applyToDeals(trx: Trx, change: DealChange, ids: string[]): Promise<Applied> {
  const found = await lockDeals(trx, ids, change.verb === 'delete')
  const unchanged: UnchangedCounts = {}
  const count = (reason: string, number = 1) => {
    if (number > 0) unchanged[reason] = (unchanged[reason] ?? 0) + number
  }
  count(UNCHANGED.gone, ids.length - found.length)
  const chosen = found.filter((deal) => {
    const reason = reasonUnchanged(change, deal)
    if (reason) count(reason)
    return !reason
  })
  return { changed: await write(trx, change, idsOf(chosen)), unchanged }
}

type LockedDeal = Awaited<ReturnType<typeof lockDeals>>[number]

// Locked in one order, so that concurrent bulk actions do not deadlock.
async function lockDeals(trx: Trx, ids: string[], isDeletion: boolean) {
  if (ids.length === 0) return []
  return trx
    .selectFrom('deals')
    .select(['id', 'published', 'status', 'category_id', ...PUBLISHED_COLUMNS])
    .select(sql<boolean>`coalesce(end_date < ${utcToday()}::date, false)`.as('has_ended'))
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isDeletion, (query) => query.forUpdate())
    .$if(!isDeletion, (query) => query.forNoKeyUpdate())
    .execute()
}

function reasonUnchanged(change: DealChange, deal: LockedDeal): string | undefined {
  switch (change.verb) {
    case 'publish':
      return deal.published ? UNCHANGED.already : publishedDeal.safeParse(deal).error?.issues[0]?.message
    case 'unpublish':
      return deal.published ? undefined : UNCHANGED.already
    case 'expire':
      return deal.status !== 'EXPIRED' && deal.has_ended ? undefined : UNCHANGED.already
    case 'set-status':
      return deal.status === change.to_status ? UNCHANGED.already : undefined
    case 'set-category':
      return deal.category_id === change.to_category_id ? UNCHANGED.already : undefined
    case 'delete':
      return undefined
  }
}

async function write(trx: Trx, change: DealChange, ids: string[]): Promise<Applied['changed']> {
  if (ids.length === 0) return []
  if (change.verb === 'delete') return removeDeals(trx, ids)
  return trx
    .updateTable('deals')
    .set((eb) => ({ ...valuesOf(change), version: eb('version', '+', 1), updated_at: eb.fn<Date>('now') }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
}

function valuesOf(change: Exclude<DealChange, { verb: 'delete' }>) {
  switch (change.verb) {
    case 'publish':
    case 'unpublish':
      return { published: change.verb === 'publish' }
    case 'expire':
      return { status: 'EXPIRED' as const }
    case 'set-status':
      return { status: change.to_status }
    case 'set-category':
      return { category_id: change.to_category_id }
    default:
      throw new Error('A deletion sets no values')
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
