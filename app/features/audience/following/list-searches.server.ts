import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isStatementTimeout } from '~/db/db-error.server'
import { findMovedCategory, listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import {
  type DealSearch,
  describeSearch,
  hasCrossedPrices,
  parseDealSearch,
} from '~/features/catalog/deals/list/deal-filters'
import { listCurrencies } from '~/features/catalog/deals/list/filter-values.server'
import { countUpTo, matching } from '~/features/catalog/deals/list/find-deals.server'
import { findMovedPlatform, listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { describeCounts, MATCHES_CAP, NEW_CAP, type SearchCounts, TIMEOUT_LIMIT } from './saved-search'

/** The most time for the counts of a page. Further searches are listed without counts. */
const COUNT_TIMEOUT_MS = 2_500

/** The saved searches of a member by age, with what they search for and how much of it is new. */
export async function listSavedSearches(userId: string) {
  const [rows, names, currencies] = await Promise.all([
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'query', 'looked_at', 'tells', 'timeouts'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
    loadNames(),
    listCurrencies(),
  ])
  const now = new Date()
  const searches = []
  for (const { id, name, query, looked_at, tells, timeouts } of rows) {
    const search = await readQuery(query, names)
    const filters = describeSearch(search, {
      category: names.category.get(search.category) ?? '',
      platform: names.platform.get(search.platform) ?? '',
      currencies,
    })
    const isInTime = Date.now() - now.getTime() < COUNT_TIMEOUT_MS
    const counts = isInTime ? await countInTime(search, looked_at) : undefined
    const isStopped = timeouts === TIMEOUT_LIMIT
    searches.push({
      id,
      name,
      filters,
      counts: counts && describeCounts(counts, search, looked_at, now),
      tells,
      isStopped,
    })
  }
  return searches
}

export type Names = Awaited<ReturnType<typeof loadNames>>

/** The names of categories and platforms by their slugs. */
export async function loadNames() {
  const [categories, platforms] = await Promise.all([listCategoriesForFilter(), listPlatforms()])
  return {
    category: new Map(categories.map(({ slug, full_name }) => [slug, full_name])),
    platform: new Map(platforms.map(({ slug, name }) => [slug, name])),
  }
}

/** The search behind a query. A category or platform that was renamed or merged is the one it is now. */
export async function readQuery(query: string, { category, platform }: Names) {
  const search = parseDealSearch(new URLSearchParams(query))
  const [movedCategory, movedPlatform] = await Promise.all([
    search.category && !category.has(search.category) ? findMovedCategory(search.category) : undefined,
    search.platform && !platform.has(search.platform) ? findMovedPlatform(search.platform) : undefined,
  ])
  return {
    ...search,
    category: movedCategory?.slug ?? search.category,
    platform: movedPlatform?.slug ?? search.platform,
  }
}

/** The canonical search of a saved query today. */
export async function currentSearch(query: string) {
  return readQuery(query, await loadNames())
}

/** Undefined for a search that takes too long. */
async function countInTime(search: DealSearch, lookedAt: Date): Promise<SearchCounts | undefined> {
  if (hasCrossedPrices(search)) return { matches: 0, fresh: 0 }
  const deals = await matching(search)
  const fresh = countUpTo(NEW_CAP + 1, deals.where('deals.created_at', '>', lookedAt))
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '1s'`.execute(trx)
      const { rows } = await sql<SearchCounts>`
        select ${fresh} as fresh, ${countUpTo(MATCHES_CAP + 1, deals)} as matches`.execute(trx)
      return rows[0]!
    })
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    return undefined
  }
}
