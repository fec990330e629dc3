import { type SelectQueryBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { DB } from '~/db/schema'
import type { DealCard } from './deal'
import { DEAL_CARD_COLUMNS } from './deal-card.server'
import { type DealSearch, PAGE_SIZE } from './deal-search'
import {
  filterConditions,
  findPlaces,
  matchDeals,
  orderDeals,
  orderEndedDeals,
  orderOpenDeals,
  type Places,
  whereOpen,
} from './matching-deals.server'
import { chooseCount, chooseWay, type SampledShares, sampleShares, type Way } from './search-plan.server'

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
  const way = shares ? chooseCount(search, shares, cap + 1) : 'walk'
  const [ids, counted] = await Promise.all([
    search.page > depth ? [] : pageOfIds(search, places, shares),
    countUpTo(cap + 1, takeWay(way, search, places)),
  ])
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

async function pageOfIds(search: DealSearch, places: Places, shares: SampledShares | undefined) {
  const offset = (search.page - 1) * PAGE_SIZE
  const way = shares ? chooseWay(search, shares, offset + PAGE_SIZE) : 'walk'
  const matches = takeWay(way, search, places)
  if (search.sort !== 'ending') {
    return readIds(orderDeals(matches.select('deals.id'), search.sort), offset, PAGE_SIZE)
  }

  const open = await readIds(orderOpenDeals(matches.select('deals.id')), offset, PAGE_SIZE)
  if (open.length === PAGE_SIZE) return open
  const openBefore = open.length > 0 ? offset : await countUpTo(offset, whereOpen(matches))
  const ended = orderEndedDeals(matches.select('deals.id'))
  return [...open, ...(await readIds(ended, offset - openBefore, PAGE_SIZE - open.length))]
}

type Matches = ReturnType<typeof matchDeals>

export function takeWay(way: Way, search: DealSearch, places: Places): Matches {
  const matches = matchDeals(search, places, { byLetters: way === 'letters' })
  if (way === 'walk') return matches
  // OFFSET 0 is a fence: all hits are gathered before they are sorted, whatever the planner thinks of walking.
  const hits = matches.select(SORT_COLUMNS[search.sort]).offset(0).as('deals')
  return db.selectFrom(hits) as unknown as Matches
}

/** No more than an order needs, so that an index that holds it all can answer alone. */
const SORT_COLUMNS = {
  newest: ['id', 'created_at'],
  oldest: ['id', 'created_at'],
  'price-low': ['id', 'deal_price'],
  'price-high': ['id', 'deal_price'],
  ending: ['id', 'end_date'],
  rating: ['id', 'created_at', 'review_count', 'rating_average'],
} as const

async function readIds(query: SelectQueryBuilder<DB, 'deals', { id: string }>, offset: number, limit: number) {
  return (await query.offset(offset).limit(limit).execute()).map(({ id }) => id)
}

/** How many rows there are, counted no further than `limit`. */
export async function countUpTo(limit: number, matches: Matches) {
  const { count } = await db
    .selectFrom(matches.select('deals.id').limit(limit).as('matches'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
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
