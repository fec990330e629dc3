import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { DealCard } from './deal'
import { DEAL_CARD_COLUMNS } from './deal-card.server'
import { type DealSearch, PAGE_SIZE } from './deal-search'
import { filterConditions, findPlaces } from './matching-deals.server'
import { type SampledShares, sampleShares } from './search-plan.server'
import { findPage } from './search-ways.server'

export { countCatalog } from './catalog-tallies.server'
export { suggestTitles } from './similar-titles.server'

/**
 * One page of a search. Counting stops at a cap, and so does turning pages: finding page 5,000 would cost as much as
 * reading everything before it. Beyond the last page there are no deals; `pages` says where it is.
 */
export async function listDeals(search: DealSearch) {
  const places = await findPlaces(search)
  const isFiltered = filterConditions(search, places).length > 0
  const shares = search.q || isFiltered ? await sampleShares(search, places) : undefined
  const cap = countCap(shares, search.q !== '' && isFiltered)
  const depth = Math.ceil(cap / PAGE_SIZE)
  const { ids, counted } = await findPage(search, places, shares, Math.max(cap + 1, depth * PAGE_SIZE))
  const isCountCapped = counted > cap
  const count = Math.min(counted, cap)
  const pages = isCountCapped ? depth : Math.ceil(count / PAGE_SIZE)
  return { deals: search.page > pages ? [] : await readCards(ids), count, isCountCapped, pages }
}

/**
 * In a directory of up to 50,000 deals everything can be counted and leafed through; the caps keep one of a million
 * as quick.
 */
function countCap(shares: SampledShares | undefined, isBoth: boolean) {
  if (!shares || shares.deals <= 50_000) return 10_000
  return isBoth ? 240 : 500
}

export async function listNewestDeals(limit: number): Promise<DealCard[]> {
  return db
    .selectFrom('deals')
    .select([...DEAL_CARD_COLUMNS])
    .where('published', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const cardsById = prepare('deal_cards', (given: Placeholders<{ ids: string[] }>) =>
  db
    .selectFrom('deals')
    .select([...DEAL_CARD_COLUMNS])
    .where('deals.id', '=', sql<string>`any(${given.ids}::uuid[])`)
    .where('deals.published', '=', true),
)

/** The cards of these deals, in this order. */
async function readCards(ids: string[]): Promise<DealCard[]> {
  if (ids.length === 0) return []
  const cards: DealCard[] = await cardsById({ ids })
  const place = new Map(ids.map((id, i) => [id, i]))
  return cards.sort((a, b) => place.get(a.id)! - place.get(b.id)!)
}
