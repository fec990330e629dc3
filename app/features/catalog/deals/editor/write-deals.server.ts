import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { type DealChange, UNCHANGED, type UnchangedCounts } from '~/features/catalog/deals/bulk'
import { utcToday } from '~/http/utc-day'
import { PUBLISHED_COLUMNS, publishedDeal } from './deal-form.server'

type Applied = {
  /** The changed deals with their new version; null for a deleted one. */
  changed: { id: string; version: number | null }[]
  unchanged: UnchangedCounts
}

/**
 * Changes the deals for which that is something new and allowed, and counts the others by reason. Each change makes a
 * new version, so that a form opened before cannot silently revert it.
 */
export async function applyToDeals(trx: Trx, change: DealChange, ids: string[]): Promise<Applied> {
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

/** Deletes deals with what belongs to them. Their URLs then answer 410 if the deals were ever published. */
export async function removeDeals(trx: Trx, ids: string[]) {
  const deleted = await trx.deleteFrom('deals').where('id', 'in', ids).returning(['id', 'title', 'slug']).execute()
  if (deleted.length === 0) return []
  await trx
    .deleteFrom('seo_metadata')
    .where('entity_type', '=', 'DEAL')
    .where('entity_id', 'in', idsOf(deleted))
    .execute()
  return deleted.map((deal) => ({ ...deal, version: null }))
}

export const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
