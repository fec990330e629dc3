import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { DEAL_CARD_COLUMNS } from './deal-card.server'
import { EVERY_DEAL } from './deal-search'
import { managedFilters, managedTerm, matchManagedDeals, orderManagedDeals } from './manage-matches.server'
import type { ManageSearch } from './manage-search'
import { findPlaces, type Places } from './matching-deals.server'
import { chooseCount, chooseWay, sampleDeals, type Way } from './search-plan.server'
import { countUpTo } from './search-ways.server'

export { matchManagedDeals } from './manage-matches.server'

export const MANAGED_PER_PAGE = 25

export type ManagedDeal = Awaited<ReturnType<typeof readManagedDeals>>[number]

/** One page of the staff's list, drafts included. Counting and turning pages stop at a cap, as in the public lists. */
export async function listManagedDeals(search: ManageSearch) {
  const places = await findPlaces(search)
  const shares =
    search.q === '' ? undefined : await sampleDeals(managedTerm(search), managedFilters(search, places), sql`true`)
  const cap = shares && shares.deals > 50_000 ? 500 : 10_000
  const depth = Math.ceil(cap / MANAGED_PER_PAGE)
  const offset = (search.page - 1) * MANAGED_PER_PAGE
  const asPublic = { ...EVERY_DEAL, q: search.q }
  const countWay = shares ? chooseCount(asPublic, shares, cap + 1) : 'walk'
  const pageWay = shares ? chooseWay(asPublic, shares, offset + MANAGED_PER_PAGE) : 'walk'

  const [ids, counted] = await Promise.all([
    search.page > depth ? [] : pageOfIds(search, places, pageWay, offset),
    countUpTo(cap + 1, takeWay(countWay, search, places)),
  ])
  const isCountCapped = counted > cap
  const count = Math.min(counted, cap)
  const pages = isCountCapped ? depth : Math.ceil(count / MANAGED_PER_PAGE)
  return { deals: await readManagedDeals(ids), count, isCountCapped, pages }
}

async function pageOfIds(search: ManageSearch, places: Places, way: Way, offset: number) {
  const ordered = orderManagedDeals(takeWay(way, search, places).select('deals.id'), search)
  return (await ordered.offset(offset).limit(MANAGED_PER_PAGE).execute()).map(({ id }) => id)
}

function takeWay(way: Way, search: ManageSearch, places: Places) {
  const matches = matchManagedDeals(search, places, { byLetters: way === 'letters' })
  if (way === 'walk') return matches
  // OFFSET 0 is a fence: all hits are gathered before they are sorted.
  const hits = matches.select(['deals.id', 'deals.created_at', 'deals.end_date']).offset(0).as('deals')
  return db.selectFrom(hits) as unknown as typeof matches
}

/** The rows of these deals, in this order. */
async function readManagedDeals(ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deals')
    .select([...DEAL_CARD_COLUMNS, 'deals.tags', 'deals.published', isOverdue.as('is_overdue')])
    .where('deals.id', 'in', ids)
    .execute()
  const place = new Map(ids.map((id, i) => [id, i]))
  return rows.sort((a, b) => place.get(a.id)! - place.get(b.id)!)
}

const isOverdue = sql<boolean>`(deals.status = 'ACTIVE' and coalesce(deals.end_date < current_date, false))`
