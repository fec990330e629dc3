import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DealSearch } from './deal-search'
import { filterConditions, type Places, termCondition } from './matching-deals.server'

/** About this many deals are looked at. */
const SAMPLE = 2_000

/**
 * Three ways lead to the hits of a search, and each is a thousand times slower than another at its worst:
 * `walk` goes through the order asked for until enough are found, `filter` takes all that pass the filters and looks
 * for the term in them, `letters` takes all that the index of letters gives for the term.
 */
export type Way = 'walk' | 'filter' | 'letters'

/** The share of deals that the term stands in, the share that passes the filters, and how many deals there are. */
export type SampledShares = { term: number; filters: number; deals: number }

/** A look at a few blocks of the table. PostgreSQL's own guesses are too coarse for terms. */
export async function sampleShares(search: DealSearch, places: Places): Promise<SampledShares> {
  return sampleDeals(termCondition(search), filterConditions(search, places), sql`published`)
}

type Condition = RawBuilder<SqlBool>

/** The shares among the deals within `scope`. */
export async function sampleDeals(term: Condition, filters: Condition[], scope: Condition): Promise<SampledShares> {
  const { rows } = await sql<SampledShares>`
    with size as materialized (
      select greatest(reltuples, 1)::float8 as deals from pg_class where oid = 'deals'::regclass
    )
    select
      coalesce(avg((${term})::int), 0)::float8 as term,
      coalesce(avg((${sql.join([sql`true`, ...filters], sql` and `)})::int), 0)::float8 as filters,
      (select deals from size) as deals
    from deals tablesample system ((select least(100, 100 * ${SAMPLE}::float8 / deals) from size)) repeatable (1)
    where ${scope}`.execute(db)
  return rows[0]!
}

/** The fastest way to the first `upTo` hits in an order. The factors are microseconds, as measured. */
export function chooseWay(search: DealSearch, { term, filters, deals }: SampledShares, upTo: number): Way {
  const isNewest = search.sort === 'newest' || search.sort === 'oldest'
  // With a term every step looks at the table, where deals lie as they were made: in any other order it is a jump.
  const step = isIndexEnough(search) ? 0.4 : isNewest ? 1 : 4
  const isInOrder = isNewest && isOneIndexedFilter(search)
  return cheapest({
    walk: Math.min(upTo / (term * (isInOrder ? 1 : filters) || 1e-9), deals) * step,
    filter: filters * deals * (isIndexEnough(search) && !/^(ending|rating)$/.test(search.sort) ? 1 : 4),
    letters: search.q === '' ? Number.POSITIVE_INFINITY : 5_000 + term * deals * 5,
  })
}

/** The fastest way to learn whether there are `upTo` hits, in whatever order. */
export function chooseCount(search: DealSearch, { term, filters, deals }: SampledShares, upTo: number): Way {
  const step = isIndexEnough(search) ? 0.4 : 4
  return cheapest({
    walk: Math.min(upTo / (term * filters || 1e-9), deals) * Math.min(step, 1),
    filter: Math.min(upTo / (term || 1e-9), filters * deals) * step,
    letters:
      search.q === ''
        ? Number.POSITIVE_INFINITY
        : 5_000 + term * deals + Math.min(upTo / (filters || 1e-9), term * deals) * 4,
  })
}

/** The indexes of the lists hold every filter but tags, and no texts. */
function isIndexEnough({ q, tag }: DealSearch) {
  return q === '' && tag === ''
}

function cheapest(costs: Record<Way, number>): Way {
  return (Object.keys(costs) as Way[]).reduce((best, way) => (costs[way] < costs[best] ? way : best))
}

/** True when an index holds the order within the filter. A category may have children, which no one index holds. */
function isOneIndexedFilter({ category, platform, status, tag, minPrice, maxPrice }: DealSearch) {
  return !category && !tag && !minPrice && !maxPrice && Boolean(platform) !== Boolean(status)
}
