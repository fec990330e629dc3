import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '~/db/schema'
import type { DealSearch, DealSort } from './deal-search'
import { filterConditions, findPlaces, orderDeals, orderEndedDeals, orderOpenDeals } from './matching-deals.server'
import { chooseWay, sampleShares } from './search-plan.server'
import { takeWay } from './search-ways.server'

const BATCH = 1_000

type Deals = SelectQueryBuilder<DB, 'deals', { id: string; key: string[] }>
/** What an order sorts by, all of it in one direction, and how to read it back from text. */
type Key = [expression: RawBuilder<unknown>, type: string][]
type Walk = { order: (deals: Deals) => Deals; key: Key; goes: 'up' | 'down' }

/**
 * The ids of all deals that a search asks for, in its order, a thousand at a time. Each batch begins after the last
 * one's key, so that the millionth deal is as near as the first.
 */
export async function* walkDeals(search: DealSearch, size = BATCH): AsyncGenerator<string[]> {
  const places = await findPlaces(search)
  const isNarrowed = search.q !== '' || filterConditions(search, places).length > 0
  const shares = isNarrowed ? await sampleShares(search, places) : undefined
  const way = shares ? chooseWay(search, shares, size) : 'walk'
  for (const { order, key, goes } of WALKS[search.sort]) {
    const texts = sql.join(key.map(([expression]) => sql`${expression}::text`))
    let last: string[] | undefined
    do {
      let deals = takeWay(way, search, places, shares).select(['deals.id', sql<string[]>`array[${texts}]`.as('key')])
      if (last) deals = deals.where(isBeyond(key, goes, last))
      const batch = await order(deals).limit(size).execute()
      if (batch.length > 0) yield batch.map(({ id }) => id)
      last = batch.length === size ? batch.at(-1)!.key : undefined
    } while (last)
  }
}

function isBeyond(key: Key, goes: Walk['goes'], last: string[]) {
  const here = sql.join(key.map(([expression]) => expression))
  const there = sql.join(key.map(([, type], place) => sql`${last[place]}::${sql.raw(type)}`))
  return sql<SqlBool>`(${here}) ${sql.raw(goes === 'up' ? '>' : '<')} (${there})`
}

const id = [sql`id`, 'uuid'] satisfies Key[number]
const made = [sql`created_at`, 'timestamptz'] satisfies Key[number]
const price: Key = [[sql`coalesce(deal_price, 0)`, 'numeric'], id]
const lastDay: Key = [[sql`coalesce(end_date, 'infinity')`, 'date'], id]
const rating: Key = [
  [sql`(review_count >= 3)`, 'bool'],
  [sql`coalesce(rating_average, 0)`, 'numeric'],
  [sql`review_count`, 'int4'],
  made,
  id,
]

const inOrder = (sort: Exclude<DealSort, 'ending'>, key: Key, goes: Walk['goes']): Walk[] => [
  { order: (deals) => orderDeals(deals, sort), key, goes },
]

const WALKS: Record<DealSort, Walk[]> = {
  newest: inOrder('newest', [made, id], 'down'),
  oldest: inOrder('oldest', [made, id], 'up'),
  'price-low': inOrder('price-low', price, 'up'),
  'price-high': inOrder('price-high', price, 'down'),
  rating: inOrder('rating', rating, 'down'),
  ending: [
    { order: orderOpenDeals, key: lastDay, goes: 'up' },
    { order: orderEndedDeals, key: lastDay, goes: 'down' },
  ],
}
