import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { type DealSearch, PAGE_SIZE } from './deal-search'
import {
  matchDeals,
  matchInIndex,
  orderDeals,
  orderEndedDeals,
  orderOpenDeals,
  type Places,
  whereOpen,
} from './matching-deals.server'
import { chooseCount, choosePage, isFoundInIndex, type SampledShares, type Way } from './search-plan.server'

type Matches = ReturnType<typeof matchDeals>
type Ids = SelectQueryBuilder<DB, 'deals', { id: string }>

/** The ids of one page, and how many deals match, counted no further than `countTo`, which is beyond the last page. */
export async function findPage(
  search: DealSearch,
  places: Places,
  shares: SampledShares | undefined,
  countTo: number,
): Promise<{ ids: string[]; counted: number }> {
  const offset = (search.page - 1) * PAGE_SIZE
  const isBeyond = offset >= countTo
  const way = !shares || isBeyond ? 'walk' : choosePage(search, shares, offset + PAGE_SIZE, countTo)
  if (way === 'filter' || way === 'letters') return gatherPage(takeWay(way, search, places, shares), search, offset)

  if (way === 'walk on') {
    const all = await walkTo(countTo, search, places, shares)
    return { ids: all.slice(offset, offset + PAGE_SIZE), counted: all.length }
  }
  const [ids, counted] = await Promise.all([
    isBeyond ? [] : walkPage(search, places, shares, offset),
    countMatches(search, places, shares, countTo),
  ])
  return { ids, counted }
}

/** The deals that a search asks for, in the order of its index or, gathered, in none. */
export function takeWay(way: Way, search: DealSearch, places: Places, shares: SampledShares | undefined): Matches {
  if (way === 'walk') return shares?.kinds ? matchInIndex(search, places) : matchDeals(search, places)
  const columns = SORT_COLUMNS[search.sort]
  // OFFSET 0 is a fence: all hits are gathered before they are sorted, whatever the planner thinks of walking.
  if (way === 'filter' && shares && isFoundInIndex(search, shares)) {
    const hits = matchInIndex(search, places, columns).select(columns.map((column) => `looked.${column}` as 'deals.id'))
    return db.selectFrom(hits.offset(0).as('deals')) as unknown as Matches
  }
  const hits = matchDeals(search, places, { byLetters: way === 'letters' })
    .select(columns)
    .offset(0)
    .as('deals')
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

/** All hits at once: counting them costs nothing more, and the deals that have ended are there beside the others. */
async function gatherPage(hits: Matches, { sort }: DealSearch, offset: number) {
  const gathered = (order: (deals: Ids) => Ids) =>
    order(db.selectFrom(sql<DB['deals']>`hits`.as('deals')).select('deals.id') as unknown as Ids)
  const ordered: RawBuilder<unknown> =
    sort === 'ending'
      ? sql`(${gathered(orderOpenDeals)}) union all (${gathered(orderEndedDeals)})`
      : sql`${gathered((deals) => orderDeals(deals, sort))}`
  const { rows } = await sql<{ ids: string[]; counted: number }>`
    with hits as materialized (${hits.selectAll()})
    select array(${ordered} offset ${offset} limit ${PAGE_SIZE}) as ids, (select count(*) from hits) as counted`.execute(
    db,
  )
  return rows[0]!
}

async function walkPage(search: DealSearch, places: Places, shares: SampledShares | undefined, offset: number) {
  const matches = takeWay('walk', search, places, shares)
  if (search.sort !== 'ending') return readIds(orderDeals(matches.select('deals.id'), search.sort), offset, PAGE_SIZE)

  const open = await readIds(orderOpenDeals(matches.select('deals.id')), offset, PAGE_SIZE)
  if (open.length === PAGE_SIZE) return open
  const openBefore = open.length > 0 ? offset : await countUpTo(offset, whereOpen(matches))
  const ended = orderEndedDeals(matches.select('deals.id'))
  return [...open, ...(await readIds(ended, offset - openBefore, PAGE_SIZE - open.length))]
}

/** The first `limit` hits in the order asked for. */
async function walkTo(limit: number, search: DealSearch, places: Places, shares: SampledShares | undefined) {
  const matches = takeWay('walk', search, places, shares).select('deals.id')
  if (search.sort !== 'ending') return readIds(orderDeals(matches, search.sort), 0, limit)

  const open = await readIds(orderOpenDeals(matches), 0, limit)
  if (open.length === limit) return open
  return [...open, ...(await readIds(orderEndedDeals(matches), 0, limit - open.length))]
}

async function readIds(query: Ids, offset: number, limit: number) {
  return (await query.offset(offset).limit(limit).execute()).map(({ id }) => id)
}

async function countMatches(search: DealSearch, places: Places, shares: SampledShares | undefined, limit: number) {
  const way = shares ? chooseCount(search, shares, limit) : 'walk'
  const matches = takeWay(way, search, places, shares)
  // The planner would take all that have a tag for a few hits; in the order of the table it tries one after the other.
  return countUpTo(limit, way === 'walk' && shares?.kinds === 0 ? orderDeals(matches, 'newest') : matches)
}

/** How many rows there are, counted no further than `limit`. */
export async function countUpTo(limit: number, matches: Matches) {
  const { count } = await db
    .selectFrom(matches.select('deals.id').limit(limit).as('matches'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
