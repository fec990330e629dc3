import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import type { ManageSearch } from './manage-search'
import type { Places } from './matching-deals.server'

// The separator is the one of the public search: nobody types it, so no hit spans title and vendor.
const searched = sql`search_fold(deals.title || E'\\x1f' || deals.vendor_name)`

// Written as the partial indexes have it, so that they are found.
const ATTENTION = {
  ended: sql<SqlBool>`deals.status = 'ACTIVE' and deals.end_date is not null and deals.end_date < current_date`,
  priceless: sql<SqlBool>`deals.published and deals.deal_price is null`,
  imageless: sql<SqlBool>`deals.published and deals.hero_image_url is null`,
}

/** Title or vendor, whatever the case; nothing is special in the term. */
export function managedTerm({ q }: ManageSearch) {
  return q === '' ? sql<SqlBool>`true` : sql<SqlBool>`strpos(${searched}, search_fold(${q})) > 0`
}

export function managedFilters(search: ManageSearch, { categoryIds, platformId }: Places) {
  return [
    search.published &&
      (search.published === 'yes' ? sql<SqlBool>`deals.published` : sql<SqlBool>`not deals.published`),
    search.status && sql<SqlBool>`deals.status = ${search.status}`,
    categoryIds.length > 0 && sql<SqlBool>`deals.category_id in (${sql.join(categoryIds)})`,
    platformId && sql<SqlBool>`deals.platform_id = ${platformId}`,
    search.attention && ATTENTION[search.attention],
  ].filter((condition) => typeof condition === 'object')
}

/**
 * The deals of the staff's list, drafts included, without order or columns. With `byLetters` the term is looked up in
 * the index of the letters of title and vendor.
 */
export function matchManagedDeals(search: ManageSearch, places: Places, { byLetters = false } = {}) {
  let matches = db.selectFrom('deals').where(managedTerm(search))
  for (const condition of managedFilters(search, places)) matches = matches.where(condition)
  if (!byLetters) return matches
  return matches.where(sql<SqlBool>`search_runs(${searched}) @@ search_runs_of(search_fold(${search.q}))`)
}

/** Newest first; deals that have ended, the latest first, as their index has them. */
export function orderManagedDeals<O>(query: SelectQueryBuilder<DB, 'deals', O>, { attention }: ManageSearch) {
  return query
    .orderBy(attention === 'ended' ? 'deals.end_date' : 'deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
}
