import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import { dealCardColumns } from './deal-card.server'
import {
  countUpTo,
  type DealsQuery,
  filterConditions,
  isLargeDirectory,
  type ResolvedFilter,
  resolveFilter,
  selectDeals,
  TITLE_AND_VENDOR,
} from './deal-query.server'
import type { ManageSearch } from './managed-search'

const MANAGED_PER_PAGE = 25

export type ManagedDeal = Awaited<ReturnType<typeof readManagedDeals>>[number]

// The same expressions as in the partial indexes, so that the planner uses them.
const ATTENTION = {
  priceless: () => sql<SqlBool>`deals.published and deals.deal_price is null`,
  imageless: () => sql<SqlBool>`deals.published and deals.hero_image_url is null`,
}

/** One page of the staff's list, drafts included. Counts and page numbers stop at a cap, as in the public lists. */
export async function listManagedDeals(search: ManageSearch) {
  const [resolved, cap] = await Promise.all([resolveFilter(search), countCap(search)])
  const depth = Math.ceil(cap / MANAGED_PER_PAGE)
  const matches = selectManagedDeals(search, resolved)
  const [ids, counted] = await Promise.all([
    search.page > depth ? [] : pageOfIds(search, matches),
    countUpTo(cap + 1, matches),
  ])
  const isCountCapped = counted > cap
  const count = Math.min(counted, cap)
  const pages = isCountCapped ? depth : Math.ceil(count / MANAGED_PER_PAGE)
  return { deals: await readManagedDeals(ids), count, isCountCapped, pages }
}

/** A query of the staff's list, drafts included, without order or columns. Text is searched in title and vendor. */
export function selectManagedDeals(search: ManageSearch, resolved: ResolvedFilter): DealsQuery {
  const conditions = [
    search.published === 'yes' && sql<SqlBool>`deals.published`,
    search.published === 'no' && sql<SqlBool>`not deals.published`,
    search.attention !== '' && ATTENTION[search.attention](),
    search.status && sql<SqlBool>`deals.status = ${search.status}`,
  ].filter((condition) => typeof condition === 'object')
  return selectDeals([...conditions, ...filterConditions(search, resolved)], TITLE_AND_VENDOR, resolved.terms)
}

async function pageOfIds(search: ManageSearch, matches: DealsQuery) {
  const { page } = search
  const rows = await orderManaged(search, matches)
    .select('deals.id')
    .orderBy('deals.id', 'desc')
    .offset((page - 1) * MANAGED_PER_PAGE)
    .limit(MANAGED_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Newest first; ended deals by end date, latest first, as in their index. A deal without a price is last. */
function orderManaged({ sort }: ManageSearch, matches: DealsQuery) {
  switch (sort) {
    case 'title':
      return matches.orderBy(TITLE)
    case 'title-desc':
      return matches.orderBy(TITLE, 'desc')
    case 'price':
      return matches.orderBy('deals.deal_price', (order) => order.asc().nullsLast())
    case 'price-desc':
      return matches.orderBy('deals.deal_price', (order) => order.desc().nullsLast())
    default:
      return matches.orderBy('deals.created_at', 'desc')
  }
}

const TITLE = nameOrder('deals.title')

async function countCap({ q }: ManageSearch) {
  return q !== '' && (await isLargeDirectory()) ? 500 : 10_000
}

/** The rows of these deals, in this order. */
async function readManagedDeals(ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deals')
    .select([...dealCardColumns(), 'deals.status', 'deals.tags', 'deals.published'])
    .where('deals.id', 'in', ids)
    .execute()
  const index = new Map(ids.map((id, i) => [id, i]))
  return rows.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
}
