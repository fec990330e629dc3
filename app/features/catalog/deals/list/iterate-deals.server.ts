import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endingParts, isOnShelf, orderByLastDay, orderDeals, shelvesIn } from './deal-order.server'
import { type DealsQuery, resolveFilter, selectPublishedDeals } from './deal-query.server'
import type { DealSearch, DealSort } from './deal-search'

const BATCH = 1_000

type Deals = DealsQuery<{ id: string; key: string[] }>
/** The columns of a sort order, all in one direction, and the types to which their text is cast back. */
type Key = [expression: RawBuilder<unknown>, type: string][]
type Segment = { order: (deals: Deals) => Deals; key: Key; direction: 'asc' | 'desc' }

/**
 * The ids of all deals that match a search, in its order, a thousand at a time. Keyset pagination: each batch begins
 * after the key of the last one. Best match has no key, so it is read open deals first.
 */
export async function* iterateDeals(search: DealSearch, size = BATCH): AsyncGenerator<string[]> {
  const resolved = await resolveFilter(search)
  for (const { order, key, direction } of segmentsOf(search)) {
    const texts = sql.join(key.map(([expression]) => sql`${expression}::text`))
    let last: string[] | undefined
    do {
      let deals = selectPublishedDeals(search, resolved).select(['deals.id', sql<string[]>`array[${texts}]`.as('key')])
      if (last) deals = deals.where(isBeyond(key, direction, last))
      const batch = await order(deals).limit(size).execute()
      if (batch.length > 0) yield batch.map(({ id }) => id)
      last = batch.length === size ? batch.at(-1)!.key : undefined
    } while (last)
  }
}

function isBeyond(key: Key, direction: Segment['direction'], last: string[]) {
  const here = sql.join(key.map(([expression]) => expression))
  const there = sql.join(key.map(([, type], index) => sql`${last[index]}::${sql.raw(type)}`))
  return sql<SqlBool>`(${here}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${there})`
}

const id = [sql`id`, 'uuid'] satisfies Key[number]
const createdAt = [sql`created_at`, 'timestamptz'] satisfies Key[number]
const price: Key = [[sql`coalesce(deal_price, 0)`, 'numeric'], id]
const breakEven: Key = [[sql`coalesce(break_even_months, 2147483647)`, 'int4'], id]
const lastDay: Key = [[sql`coalesce(end_date, 'infinity')`, 'date'], id]
const rating: Key = [
  [sql`(review_count >= 3)`, 'bool'],
  [sql`coalesce(rating_average, 0)`, 'numeric'],
  [sql`review_count`, 'int4'],
  createdAt,
  id,
]

const whole = (
  sort: Exclude<DealSort, 'ending' | 'best' | 'open'>,
  key: Key,
  direction: Segment['direction'],
): Segment[] => [{ order: (deals) => orderDeals(deals, sort), key, direction }]

function segmentsOf(search: DealSearch): Segment[] {
  if (search.sort === 'open' || search.sort === 'best') {
    return shelvesIn(search).map((shelf) => ({
      order: (deals) => orderDeals(deals.where(isOnShelf(shelf)), 'newest'),
      key: [createdAt, id],
      direction: 'desc',
    }))
  }
  if (search.sort !== 'ending') return WHOLE[search.sort]
  return endingParts(search).map((part) => ({
    order: (deals) => orderByLastDay(deals, part),
    key: lastDay,
    direction: part.direction,
  }))
}

const WHOLE: Record<Exclude<DealSort, 'ending' | 'best' | 'open'>, Segment[]> = {
  newest: whole('newest', [createdAt, id], 'desc'),
  oldest: whole('oldest', [createdAt, id], 'asc'),
  'price-low': whole('price-low', price, 'asc'),
  'price-high': whole('price-high', price, 'desc'),
  rating: whole('rating', rating, 'desc'),
  'break-even': whole('break-even', breakEven, 'asc'),
}
