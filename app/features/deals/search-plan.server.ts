import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DealSearch } from './deal-search'
import { indexedConditions, type Places, tagConditions, termCondition } from './matching-deals.server'

/** About this many deals are looked at. */
const SAMPLE = 2_000

/**
 * Three ways lead to the hits of a search, and each is a thousand times slower than another at its worst:
 * `walk` goes through the order asked for until enough are found, `filter` takes all that pass the filters and looks
 * for the term in them, `letters` takes all that the index of letters gives for the term.
 */
export type Way = 'walk' | 'filter' | 'letters'

/**
 * The share of deals that the term stands in, the share that passes the filters, the share that passes those of them
 * that the indexes of the lists hold, how many kinds of these there are, the share that has the tag, and how many deals.
 */
export type SampledShares = {
  term: number
  filters: number
  indexed: number
  kinds: number
  tagged: number
  deals: number
}

/** A look at a few blocks of the table. PostgreSQL's own guesses are too coarse for terms. */
export async function sampleShares(search: DealSearch, places: Places): Promise<SampledShares> {
  const indexed = indexedConditions(search, places)
  const kinds = indexed.length - (search.minPrice && search.maxPrice ? 1 : 0)
  return sampleDeals(termCondition(search), indexed, sql`published`, { tagged: tagConditions(search), kinds })
}

type Condition = RawBuilder<SqlBool>

/** The shares among the deals within `scope`. Of `kinds` none are known to an index unless it is said. */
export async function sampleDeals(
  term: Condition,
  indexed: Condition[],
  scope: Condition,
  { tagged = [] as Condition[], kinds = 0 } = {},
): Promise<SampledShares> {
  const all = (conditions: Condition[]) => sql.join([sql`true`, ...conditions], sql` and `)
  const share = (condition: RawBuilder<unknown>) => sql`coalesce(avg((${condition})::int), 0)::float8`
  const { rows } = await sql<Omit<SampledShares, 'kinds'>>`
    with size as materialized (
      select greatest(reltuples, 1)::float8 as deals from pg_class where oid = 'deals'::regclass
    )
    select
      ${share(sql`term`)} as term, ${share(sql`indexed and tagged`)} as filters, ${share(sql`indexed`)} as indexed,
      ${share(sql`tagged`)} as tagged, (select deals from size) as deals
    from (
      select ${term} as term, ${all(indexed)} as indexed, ${all(tagged)} as tagged
      from deals tablesample system ((select least(100, 100 * ${SAMPLE}::float8 / deals) from size)) repeatable (1)
      where ${scope} offset 0
    ) sampled`.execute(db)
  return { ...rows[0]!, kinds }
}

// What a step costs, in microseconds, as measured in a directory of a million: a row of an index in the order of that
// index and of another one, a row of the table by its id, and one of many that are read in the order of the table.
const ENTRY = 0.2
const STEP = 0.4
const LOOK = 8
const READ = 2.5

/** The fastest way to the first `upTo` hits in an order. */
export function chooseWay(search: DealSearch, shares: SampledShares, upTo: number): Way {
  return cheapest({ walk: costOfWalk(search, shares, upTo), ...costOfGathering(search, shares) })
}

/** The fastest way to learn whether there are `upTo` hits, in whatever order. */
export function chooseCount(search: DealSearch, shares: SampledShares, upTo: number): Way {
  return cheapest(costOfCount(search, shares, upTo))
}

/**
 * The fastest way to the first `upTo` hits in an order and to knowing whether there are `countTo`. Gathering counts as
 * it goes; `walk on` walks as far as the count, where that takes no longer than a walk and a count.
 */
export function choosePage(search: DealSearch, shares: SampledShares, upTo: number, countTo: number) {
  const count = Math.min(...Object.values(costOfCount(search, shares, countTo)))
  return cheapest({
    walk: costOfWalk(search, shares, upTo) + count,
    'walk on': costOfWalk(search, shares, countTo),
    ...costOfGathering(search, shares),
  })
}

function costOfWalk(search: DealSearch, { term, filters, indexed, kinds, deals }: SampledShares, upTo: number) {
  const isNewest = search.sort === 'newest' || search.sort === 'oldest'
  const steps = Math.min(upTo / (term * filters || 1e-9), deals)
  if (isIndexEnough(search)) return steps * STEP
  // Deals lie in the table as they were made: in any other order every look is a jump.
  if (kinds === 0) return steps * (isNewest ? 1 : LOOK)
  const looks = steps * indexed
  return (isNewest && isOneIndexedFilter(search) ? looks : steps) * STEP + looks * LOOK
}

function costOfGathering(search: DealSearch, shares: SampledShares) {
  const { term, filters, tagged, indexed, deals } = shares
  const gather = () => {
    if (isFoundInIndex(search, shares)) return scanned(shares) * ENTRY + indexed * LOOK
    if (isOrderInIndexes(search)) return scanned(shares) * ENTRY + indexed
    return (search.tag === '' ? 0 : tagged * 0.5) + filters * READ
  }
  return {
    filter: deals * gather(),
    letters: search.q === '' ? Number.POSITIVE_INFINITY : 5_000 + term * deals * 5,
  }
}

function costOfCount(search: DealSearch, shares: SampledShares, upTo: number): Record<Way, number> {
  const { term, filters, indexed, kinds, tagged, deals } = shares
  const steps = Math.min(upTo / (term * filters || 1e-9), deals)
  const walk =
    kinds === 0
      ? steps * (isIndexEnough(search) ? STEP : 1)
      : steps * (scanned(shares) * ENTRY + indexed * (isIndexEnough(search) ? 0 : LOOK))
  // The index of tags gives all its rows before the first of them can be looked at.
  const ofTag = tagged * deals * 0.5 + Math.min(upTo / (term || 1e-9), filters * deals) * READ
  const letters = 5_000 + term * deals + Math.min(upTo / (filters || 1e-9), term * deals) * READ
  return {
    walk,
    filter: search.tag === '' ? Number.POSITIVE_INFINITY : ofTag,
    letters: search.q === '' ? Number.POSITIVE_INFINITY : letters,
  }
}

/**
 * True when all that pass the filters are best found in one index and then looked at one by one: when there are
 * several filters, which PostgreSQL would take one by one and intersect, or a tag that many more deals have.
 */
export function isFoundInIndex(search: DealSearch, { indexed, kinds, tagged }: SampledShares) {
  if (isOrderInIndexes(search)) return false
  return search.tag === '' ? kinds > 1 : kinds > 0 && indexed * LOOK <= tagged
}

/** True when the index of a filter holds all that a search asks for and its order too, so that nothing is looked at. */
function isOrderInIndexes(search: DealSearch) {
  return isIndexEnough(search) && search.sort !== 'ending' && search.sort !== 'rating'
}

/** The share of deals that the index of one of the filters gives, if all of them narrow it alike. */
function scanned({ indexed, kinds }: SampledShares) {
  return indexed ** (1 / Math.max(1, kinds))
}

/** The indexes of the lists hold every filter but tags, and no texts. */
function isIndexEnough({ q, tag }: DealSearch) {
  return q === '' && tag === ''
}

function cheapest<W extends string>(costs: Record<W, number>): W {
  return (Object.keys(costs) as W[]).reduce((best, way) => (costs[way] < costs[best] ? way : best))
}

/** True when an index holds the order within the filter. A category may have children, which no one index holds. */
function isOneIndexedFilter({ category, platform, status, minPrice, maxPrice }: DealSearch) {
  return !category && !minPrice && !maxPrice && Boolean(platform) !== Boolean(status)
}
