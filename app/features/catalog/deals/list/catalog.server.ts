import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isStatementTimeout } from '~/db/db-error.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { ListedDeal } from '~/features/catalog/deals/deal'
import { LINK_COLUMNS, withCommission } from '~/features/catalog/deals/outbound-urls.server'
import { isOpen, isShownAs } from '~/features/catalog/deals/shown-status.server'
import { utcToday } from '~/http/utc-day'
import { findBestMatches } from './best-match.server'
import { dealCardColumns, otherOffers } from './deal-card.server'
import { type DealSearch, dealSearchParams, hasCrossedPrices, hasFilters, pageSizeOf } from './deal-filters'
import { endingParts, isOnShelf, orderByLastDay, orderDeals, shelfRank, shelvesIn } from './deal-order.server'
import {
  countUpTo,
  type DealsQuery,
  isLargeDirectory,
  NO_FILTER,
  type ResolvedFilter,
  resolveFilter,
  selectPublishedDeals,
} from './deal-query.server'
import { SHELVES, type Shelf, type ShelfCounts } from './shelves'

const COUNT_CAP = 10_000
/** Beyond the last page at the cap, whatever the size of a page. */
const DIRECTORY_COUNT = COUNT_CAP + 100

/**
 * One page of a search. The count and the pages stop at a cap, because page 5,000 would cost as much as reading
 * everything before it. Beyond the last page `deals` is empty. With `countsOffers`, `offers` is the number of
 * all matching offers, not only of the current ones; undefined above the cap and in a large directory, which saves the
 * second count. "Open first" has the number of deals on each shelf. With a price filter, `unpriced` is the number of
 * further matches without a listed price.
 */
export async function listDeals(search: DealSearch, { countsOffers = false } = {}) {
  const [resolved, isLarge] = await Promise.all([resolveFilter(search), isLargeDirectory()])
  const cap = countCap(search, isLarge)
  const pageSize = pageSizeOf(search)
  const depth = Math.ceil(cap / pageSize)
  const [{ ids, counted, shelves }, offers, unpriced] = await Promise.all([
    findPage(search, resolved, Math.max(cap + 1, depth * pageSize)),
    countsOffers && !isLarge && search.offers !== 'all' ? countOffers(search, resolved, cap) : undefined,
    search.minPrice || search.maxPrice || search.priced === '1' ? countUnpriced(search, resolved, cap) : 0,
  ])
  const isCountCapped = counted > cap
  const count = Math.min(counted, cap)
  const pages = isCountCapped ? depth : Math.ceil(count / pageSize)
  return {
    deals: search.page > pages ? [] : await readCards(ids),
    count,
    isCountCapped,
    offers,
    pages,
    shelves,
    unpriced,
  }
}

async function countUnpriced(search: DealSearch, resolved: ResolvedFilter, cap: number) {
  const { minPrice: _min, maxPrice: _max, ...rest } = search
  return countUpTo(cap, selectPublishedDeals({ ...rest, priced: '0' }, resolved))
}

async function countOffers(search: DealSearch, resolved: ResolvedFilter, cap: number) {
  const ofAll: DealSearch = { ...search, offers: 'all' }
  const counted = await countMatches(ofAll, selectPublishedDeals(ofAll, resolved), cap + 1)
  return counted > cap ? undefined : counted
}

/** Counting the whole directory takes longer than reading a page of it, so its counts are cached by content version. */
const countDirectory = {
  '': memoizeByContentVersion(() => countUpTo(DIRECTORY_COUNT, selectPublishedDeals({}, NO_FILTER))),
  all: memoizeByContentVersion(() => countUpTo(DIRECTORY_COUNT, selectPublishedDeals({ offers: 'all' }, NO_FILTER))),
}
const countShelvesOfDirectory = {
  '': memoizeByContentVersion(() => countShelves(SHELVES, selectPublishedDeals({}, NO_FILTER), DIRECTORY_COUNT)),
  all: memoizeByContentVersion(() =>
    countShelves(SHELVES, selectPublishedDeals({ offers: 'all' }, NO_FILTER), DIRECTORY_COUNT),
  ),
}

const isDirectory = (search: DealSearch) => search.q === '' && !search.subscriptions && !hasFilters(search)

/** The number of matches, counted up to `countTo` or further. */
async function countMatches(search: DealSearch, matches: DealsQuery, countTo: number) {
  return isDirectory(search) ? countDirectory[search.offers]() : countUpTo(countTo, matches)
}

/** The number of matches on each of these shelves, counted up to `countTo`. */
async function countShelves(shelves: readonly Shelf[], matches: DealsQuery, countTo: number): Promise<ShelfCounts> {
  const none: ShelfCounts = { open: 0, upcoming: 0, unconfirmed: 0, ended: 0 }
  if (shelves.length === 0) return none
  const counts = shelves.map((shelf) => {
    const onShelf = matches.where(isOnShelf(shelf)).select('deals.id').limit(countTo)
    return sql`(select count(*) from (${onShelf}) as counted) as ${sql.ref(shelf)}`
  })
  const { rows } = await sql<Partial<ShelfCounts>>`select ${sql.join(counts)}`.execute(db)
  return { ...none, ...rows[0] }
}

type FoundPage = { ids: string[]; counted: number; shelves?: ShelfCounts }

/** The ids of one page, and the number of matches up to `countTo`, which is beyond the last page. */
async function findPage(search: DealSearch, resolved: ResolvedFilter, countTo: number): Promise<FoundPage> {
  const pageSize = pageSizeOf(search)
  const offset = (search.page - 1) * pageSize
  const matches = selectPublishedDeals(search, resolved)
  if (offset >= countTo) return { ids: [], counted: await countMatches(search, matches, countTo) }
  if (search.sort === 'best' && search.q !== '') {
    return findBestMatches(search, resolved, { offset, pageSize, limit: countTo })
  }
  if (search.sort === 'ending') return findEnding(search, matches, { offset, countTo })
  if (search.sort === 'open' || search.sort === 'best') return findOpenFirst(search, matches, { offset, countTo })
  const ordered = orderDeals(matches.select('deals.id'), search.sort)
  const [ids, counted] = await Promise.all([readIds(ordered, offset, pageSize), countMatches(search, matches, countTo)])
  return { ids, counted }
}

/** A page of "Open first". The shelves are counted first, so that no shelf is searched for deals that are not there. */
async function findOpenFirst(
  search: DealSearch,
  matches: DealsQuery,
  { offset, countTo }: { offset: number; countTo: number },
): Promise<FoundPage> {
  const few = isDirectory(search) ? undefined : await findFewOpenFirst(search, matches, { offset, countTo })
  if (few) return few
  const shelves = isDirectory(search)
    ? await countShelvesOfDirectory[search.offers]()
    : await countShelves(shelvesIn(search), matches, countTo)
  const ids: string[] = []
  let skipped = offset
  for (const shelf of SHELVES) {
    const length = Math.min(pageSizeOf(search) - ids.length, shelves[shelf] - skipped)
    if (length > 0) {
      const onShelf = orderDeals(matches.where(isOnShelf(shelf)).select('deals.id'), 'newest')
      ids.push(...(await readIds(onShelf, skipped, length)))
    }
    skipped = Math.max(skipped - shelves[shelf], 0)
  }
  return { ids, counted: SHELVES.reduce((sum, shelf) => sum + shelves[shelf], 0), shelves }
}

/**
 * The same where there are fewer than `countTo` matches, which are read once. Undefined where there are more: then each
 * shelf is read in the order of its index.
 */
async function findFewOpenFirst(
  search: DealSearch,
  matches: DealsQuery,
  { offset, countTo }: { offset: number; countTo: number },
): Promise<FoundPage | undefined> {
  const read = matches.select(['deals.id', 'deals.created_at', shelfRank().as('shelf')]).limit(countTo)
  const counts = SHELVES.map(
    (shelf, rank) => sql`count(*) filter (where shelf = ${sql.lit(rank)}) as ${sql.ref(shelf)}`,
  )
  const { rows } = await sql<ShelfCounts & { ids: string[] }>`
    with matches as materialized (${read})
    select ${sql.join(counts)}, array(
      select id from matches order by shelf, created_at desc, id desc
      offset ${offset} limit ${pageSizeOf(search)}) as ids
    from matches`.execute(db)
  const { ids, ...shelves } = rows[0]!
  const counted = SHELVES.reduce((sum, shelf) => sum + shelves[shelf], 0)
  return counted < countTo ? { ids, counted, shelves } : undefined
}

/** A page in the order by end date. It is counted first, so that no part is searched for deals that are not there. */
async function findEnding(
  search: DealSearch,
  matches: DealsQuery,
  { offset, countTo }: { offset: number; countTo: number },
) {
  const counted = await countMatches(search, matches, countTo)
  const length = Math.min(pageSizeOf(search), counted - offset)
  const ids: string[] = []
  let skipped = offset
  for (const part of endingParts(search)) {
    if (ids.length >= length) break
    const found = await readIds(orderByLastDay(matches.select('deals.id'), part), skipped, length - ids.length)
    ids.push(...found)
    skipped = found.length > 0 ? 0 : skipped - (await countUpTo(skipped, matches.where(part.condition)))
  }
  return { ids, counted }
}

async function readIds(query: DealsQuery<{ id: string }>, offset: number, limit: number) {
  return (await query.offset(offset).limit(limit).execute()).map(({ id }) => id)
}

function countCap(search: DealSearch, isLarge: boolean) {
  const isFiltered = hasFilters(search)
  if ((search.q === '' && !isFiltered) || !isLarge) return COUNT_CAP
  return search.q !== '' && isFiltered ? 240 : 500
}

/**
 * The newest open deals, those with a price or a discount first. With none open the newest that have ended, or failing
 * those the newest of all.
 */
export async function listFeaturedDeals(limit: number): Promise<ListedDeal[]> {
  const newest = async (...conditions: RawBuilder<SqlBool>[]) => {
    let deals = selectPublishedDeals({}, NO_FILTER)
    for (const condition of conditions) deals = deals.where(condition)
    return readIds(orderDeals(deals.select('deals.id'), 'newest'), 0, limit)
  }
  const priced = await newest(isOpen(), HAS_PRICE_OR_DISCOUNT)
  const open = priced.length < limit ? await newest(isOpen()) : []
  const ids = [...new Set([...priced, ...open])].slice(0, limit)
  if (ids.length > 0) return readCards(ids)
  const ended = await newest(isShownAs('EXPIRED'))
  return readCards(ended.length > 0 ? ended : await newest())
}

const HAS_PRICE_OR_DISCOUNT = sql<SqlBool>`(deals.deal_price is not null or deals.discount_percent is not null)`

const cardsById = prepare('deal_cards', (given: Placeholders<{ ids: string[]; today: string }>) =>
  db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .innerJoinLateral(otherOffers(given.today).as('offers'), (join) => join.onTrue())
    .select([...dealCardColumns(given.today), ...LINK_COLUMNS, 'categories.name as category'])
    .select(['offers.other_offers', 'offers.others_ended'])
    .where('deals.id', '=', sql<string>`any(${given.ids}::uuid[])`)
    .where('deals.published', '=', true),
)

/** The cards or rows of these deals, in this order. */
async function readCards(ids: string[]): Promise<ListedDeal[]> {
  if (ids.length === 0) return []
  const cards: ListedDeal[] = await withCommission(await cardsById({ ids, today: utcToday() }))
  const index = new Map(ids.map((id, i) => [id, i]))
  return cards.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
}

type Found = Awaited<ReturnType<typeof listDeals>> & { currencies: string[]; isTooSlow: boolean }

const NOTHING = {
  deals: [],
  count: 0,
  isCountCapped: false,
  offers: undefined,
  pages: 0,
  shelves: undefined,
  unpriced: 0,
}

/** The outcome of a search that could not be run. */
export const NOTHING_FOUND: Found = { ...NOTHING, currencies: [], isTooSlow: false }

/**
 * `listDeals` with the currencies of all prices. A search that runs into the statement timeout returns `isTooSlow`, so
 * that the page can say so and keep the search. Without a search the timeout is an error.
 */
export async function searchWithTimeout(search: DealSearch): Promise<Found> {
  try {
    const [list, currencies] = await Promise.all([
      hasCrossedPrices(search) ? NOTHING : listDeals(search, { countsOffers: true }),
      listCurrencies(),
    ])
    return { ...list, currencies, isTooSlow: false }
  } catch (error) {
    const isQuestion = dealSearchParams({ ...search, view: '', page: 1, d: [] }) !== ''
    if (!isQuestion || !isStatementTimeout(error)) throw error
    return { ...NOTHING_FOUND, isTooSlow: true }
  }
}

/** The currencies of all published prices, in alphabetical order. */
export async function readCurrencies() {
  // Loose index scan: steps from one currency to the next. DISTINCT would read every entry.
  const next = sql`select currency from deals where published and deal_price is not null`
  const { rows } = await sql<{ currency: string }>`
    with recursive found as (
      (${next} order by currency limit 1)
      union all
      select step.currency from found
      cross join lateral (${next} and deals.currency > found.currency order by currency limit 1) step
    )
    select currency from found`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** `listCurrencies` cached by content version, for the filters of the list of deals. */
export const listCurrencies = memoizeByContentVersion(readCurrencies)
