import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { EVERY_DEAL } from '~/features/deals/deal-search'
import { managedFilters, managedTerm, matchManagedDeals } from '~/features/deals/manage-matches.server'
import type { ManageSearch } from '~/features/deals/manage-search'
import { findPlaces, type Places } from '~/features/deals/matching-deals.server'
import { chooseWay, sampleDeals } from '~/features/deals/search-plan.server'
import { csvLine, MARK } from './csv-download.server'
import { TEMPLATE_COLUMNS } from './csv-import'
import { dealCells } from './deal-cells.server'

const BATCH_DEALS = 500

/** The deals of the staff's list in the template's columns, the newest first. Importing them changes nothing. */
export async function* exportLines(search: ManageSearch) {
  yield MARK + csvLine(TEMPLATE_COLUMNS)
  for await (const ids of matchingIds(search)) {
    const deals = await readDeals(ids)
    yield deals.map((deal) => csvLine(TEMPLATE_COLUMNS.map((column) => dealCells(deal)[column]))).join('')
  }
}

/** By index and in steps: no cursor stays open for as long as somebody takes to download. */
async function* matchingIds(search: ManageSearch) {
  const places = await findPlaces(search)
  if (await areHitsFew(search, places)) {
    const hits = matchManagedDeals(search, places, { byLetters: true }).select(['deals.id', 'created_at']).offset(0)
    const rows = await db
      .selectFrom(hits.as('hits'))
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (let i = 0; i < rows.length; i += BATCH_DEALS) yield rows.slice(i, i + BATCH_DEALS).map(({ id }) => id)
    return
  }
  // Read as text, because a Date would drop the microseconds and with them deals made in the same millisecond.
  for (let last: { id: string; at: string } | undefined; ; ) {
    let matches = matchManagedDeals(search, places).select(['deals.id', sql<string>`created_at::text`.as('at')])
    if (last)
      matches = matches.where(sql<boolean>`(created_at, deals.id) < (${last.at}::timestamptz, ${last.id}::uuid)`)
    const rows = await matches.orderBy('created_at', 'desc').orderBy('deals.id', 'desc').limit(BATCH_DEALS).execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < BATCH_DEALS) return
    last = rows.at(-1)
  }
}

async function areHitsFew(search: ManageSearch, places: Places) {
  if (search.q === '') return false
  const shares = await sampleDeals(managedTerm(search), managedFilters(search, places), sql`true`)
  return chooseWay({ ...EVERY_DEAL, q: search.q }, shares, BATCH_DEALS) === 'letters'
}

async function readDeals(ids: string[]) {
  const entries = (type: 'PRO' | 'CON') => sql<string[]>`array(
    select text from deal_pros_cons where deal_id = deals.id and type = ${sql.lit(type)} order by position)`
  return db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'category_id')
    .innerJoin('platforms', 'platforms.id', 'platform_id')
    .select(['title', 'deals.slug', 'vendor_name', 'categories.slug as category', 'platforms.slug as platform'])
    .select([
      'summary',
      'deals.description',
      'original_price',
      'deal_price',
      'currency',
      'start_date',
      'end_date',
      'tags',
    ])
    .select(['cta_url', 'hero_image_url', 'video_url', entries('PRO').as('pros'), entries('CON').as('cons')])
    .where('deals.id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .execute()
}
