import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { holdsTerms, resolveTerms, type SearchTerm, splitWords } from '~/db/search-terms.server'
import type { ListedDeal } from '~/features/catalog/deals/deal'
import { IS_CURRENT, IS_PAID_ONCE } from '~/features/catalog/deals/open-deals.server'
import { hasEnded, isNotExpired, isOpen, isShownAs, LAST_DAY } from '~/features/catalog/deals/shown-status.server'
import { readCards } from './deal-card.server'
import { type DealSearch, type DealSort, type FilterName, pageSizeOf } from './deal-filters'
import { listCategoryIds, readTaxonomies } from './filter-values.server'
import { SHELVES, type ShelfCounts } from './shelves'

// PostgreSQL plans each search with its values, so none of these may become a named statement: a generic plan is a
// thousand times slower.

export type DealsQuery<O = unknown> = SelectQueryBuilder<DB, 'deals', O>
type Condition = RawBuilder<SqlBool>

/** What the slugs and words of a search mean. */
type Known = {
  /** The category first, then its subcategories; empty where the slug is unknown. */
  categoryIds: string[]
  platforms: Awaited<ReturnType<typeof readTaxonomies>>['platforms']
  terms: SearchTerm[]
}

export async function lookUp({ q = '', category = '' }: { q?: string; category?: string }): Promise<Known> {
  const [categoryIds, { platforms }, terms] = await Promise.all([
    listCategoryIds(category),
    readTaxonomies(),
    resolveTerms(q),
  ])
  return { categoryIds, platforms, terms }
}

/** The conditions of the filters that leave deals out; undefined for an unknown category or platform. */
const WHERE: {
  [Name in Exclude<FilterName, 'q' | 'offers' | 'subscriptions'>]: (
    value: Exclude<DealSearch[Name], ''>,
    known: Known,
  ) => Condition | undefined
} = {
  category: (_slug, { categoryIds: [id, ...below], terms }) => {
    if (id === undefined) return undefined
    // The trigram index has the path of the category, every other one its id.
    return terms.some(({ hasTrigrams }) => hasTrigrams)
      ? sql`deals.category_path @> array[${id}]::uuid[]`
      : sql`deals.category_id = any(${[id, ...below]}::uuid[])`
  },
  platform: (slug, { platforms }) => {
    const platform = platforms.find((one) => one.slug === slug)
    return platform && sql`deals.platform_id = ${platform.id}`
  },
  status: (status) => isShownAs(status),
  tag: (tag) => sql`deals.tags @> ${[tag]}::text[]`,
  // A deal without a price is within no bounds.
  minPrice: (price) => sql`deals.deal_price >= ${price}`,
  maxPrice: (price) => sql`deals.deal_price <= ${price}`,
  open: () => isOpen(),
  priced: (value) => (value === '0' ? sql`deals.deal_price is null` : sql`deals.deal_price is not null`),
  // A deal without its own refund period has its platform's.
  refund: (days, { platforms }) => {
    const ids = platforms.filter(({ refund_days }) => Number(refund_days) >= Number(days)).map(({ id }) => id)
    return sql`(deals.refund_days >= ${days}::int4
      or (deals.refund_days is null and deals.platform_id = any(${ids}::uuid[])))`
  },
  breakEven: (months) => sql`deals.break_even_months <= ${months}::int4`,
  stackable: () => sql`deals.stackable`,
}

/** The conditions of the set filters. */
export function conditionsOf(filters: { [Name in keyof typeof WHERE]?: DealSearch[Name] }, known: Known): Condition[] {
  const where = WHERE as Record<string, (value: string, known: Known) => Condition | undefined>
  return Object.entries(filters).flatMap(([name, value]) => (value ? (where[name]?.(value, known) ?? []) : []))
}

/** The searched text of visitors, and that of staff: title and vendor, with a separator that no search contains. */
export const SEARCH_TEXT = sql`deals.search_text`
export const TITLE_AND_VENDOR = sql`fold_case(deals.title || E'\\x1f' || deals.vendor_name)`

function select(search: Partial<DealSearch>, known: Known, text = SEARCH_TEXT): DealsQuery {
  let deals = db.selectFrom('deals').where(sql<SqlBool>`deals.published`)
  for (const condition of conditionsOf(search, known)) deals = deals.where(condition)
  if (!search.subscriptions) deals = deals.where(IS_PAID_ONCE)
  if (search.offers !== 'all') deals = deals.where(IS_CURRENT)
  return deals.where(holdsTerms(text, known.terms))
}

/** The published deals that match a search, without order or columns. */
export async function matching(search: Partial<DealSearch>): Promise<DealsQuery> {
  return select(search, await lookUp(search))
}

/** The number of rows, counted up to `limit`. */
export async function countMatches(deals: DealsQuery, limit: number) {
  const { rows } = await sql<{ count: number }>`select ${countUpTo(limit, deals)} as count`.execute(db)
  return rows[0]!.count
}

export const countUpTo = (limit: number, deals: DealsQuery) =>
  sql<number>`(select count(*) from (${deals.select('deals.id').limit(limit)}) counted)`

const NEWEST = sql`deals.created_at desc, deals.id desc`

/** The shelf of deals as a number, in the order of "Open first". */
export const shelfRank = () =>
  sql<number>`case ${sql.join(
    [isOpen(), isShownAs('UPCOMING'), isShownAs('UNCONFIRMED')].map(
      (on, shelf) => sql`when ${on} then ${sql.lit(shelf)}`,
    ),
    sql` `,
  )} else 3 end`

/**
 * The sorts, whose ids break ties, so that pages never repeat or skip a deal. Each order has its index. A sort with two
 * halves lists the deals for which `first` is true in `order`, and then the others in the order of `rest`.
 */
type Sort = { order: RawBuilder<unknown>; first?: () => Condition; rest?: () => RawBuilder<unknown> }
export const SORTS: Record<Exclude<DealSort, 'best'>, Sort> = {
  open: { first: isOpen, order: NEWEST, rest: () => sql`${shelfRank()}, ${NEWEST}` },
  newest: { order: NEWEST },
  oldest: { order: sql`deals.created_at, deals.id` },
  'price-low': { order: sql`coalesce(deal_price, 0), deals.id` },
  'price-high': { order: sql`coalesce(deal_price, 0) desc, deals.id desc` },
  // Of those that have expired, the latest end first, and last those that staff set to Expired before their end.
  ending: {
    first: isNotExpired,
    order: sql`${LAST_DAY}, deals.id`,
    rest: () => sql`not ${hasEnded()}, case when ${hasEnded()} then ${LAST_DAY} end desc,
      case when ${hasEnded()} then deals.id end desc, ${LAST_DAY}, deals.id`,
  },
  rating: {
    order: sql`(review_count >= 3) desc, coalesce(rating_average, 0) desc, review_count desc, ${NEWEST}`,
  },
  // Written as in its index. Deals whose break-even is unknown come last.
  'break-even': { order: sql`coalesce(break_even_months, 2147483647), deals.id` },
}

/** Matches beyond these are neither counted nor reached, because page 5,000 would cost as much as all before it. */
const CAP = 10_000
const TEXT_CAP = 2_000

type Counts = { count: number; offers?: number; unpriced: number } & ShelfCounts
type FoundIds = Counts & { ids: string[] }

/**
 * The ids of one page of a search and its counts, up to a cap. Beyond the last page there are none. With
 * `countsOffers`, `offers` is the number of all matching offers, not only of the current ones; undefined above the cap.
 * `shelves` belong to "Open first", and have no numbers above the cap. With a price filter, `unpriced` is the number of
 * further matches without a listed price.
 */
export async function findDeals(search: DealSearch, { countsOffers = false } = {}) {
  const known = await lookUp(search)
  const cap = search.q === '' ? CAP : TEXT_CAP
  const size = pageSizeOf(search)
  const asksPrice = search.minPrice || search.maxPrice || search.priced === '1'
  const unpriced = { ...search, minPrice: '', maxPrice: '', priced: '0' } as const
  const counts = sql`
    ${countsOffers && search.offers !== 'all' ? countUpTo(cap + 1, select({ ...search, offers: 'all' }, known)) : null} as offers,
    ${asksPrice ? countUpTo(cap, select(unpriced, known)) : 0}::int as unpriced`
  const isRanked = search.q !== '' && (search.sort === 'best' || search.sort === 'open')
  const offset = (search.page - 1) * size
  const page = { cap, offset, end: Math.min(offset + size, Math.ceil(cap / size) * size) }
  const statement = isRanked ? ranked(search, known, page, counts) : ordered(search, known, page, counts)
  const { rows } = await sql<FoundIds>`${statement}`.execute(db)
  const { ids, count: counted, offers, unpriced: more, ...shelves } = rows[0]!
  const isCapped = counted > cap
  const count = Math.min(counted, cap)
  const pages = Math.ceil(count / size)
  return {
    ids: search.page > pages ? [] : ids,
    count,
    isCapped,
    offers: offers === null || offers! > cap ? undefined : offers,
    pages,
    shelves: search.sort === 'open' ? (isCapped ? {} : (shelves as ShelfCounts)) : undefined,
    unpriced: more,
  }
}

/** `findDeals` with the cards of the page. */
export async function listDeals(search: DealSearch, options?: { countsOffers?: boolean }) {
  const { ids, ...found } = await findDeals(search, options)
  return { ...found, deals: await readCards(ids) }
}

type Page = { cap: number; offset: number; end: number }

const SHELF_COUNTS = sql.join(
  SHELVES.map((shelf, rank) => sql`count(*) filter (where shelf = ${sql.lit(rank)}) as ${sql.ref(shelf)}`),
)

/** A page in the order of an index, read from its two halves where the sort has them. */
function ordered(search: DealSearch, known: Known, { cap, offset, end }: Page, counts: RawBuilder<unknown>) {
  const { sort, status, open } = search
  const matches = select(search, known)
  // With a filter for the status all deals are in one half.
  const isWhole = status !== '' || open !== ''
  const { order, first, rest } = SORTS[sort === 'best' || (sort === 'open' && isWhole) ? 'newest' : sort]
  const ids = matches.select('deals.id')
  const length = Math.max(end - offset, 0)
  const counted = sql`from (${matches.select([sql`1`.as('one'), ...(sort === 'open' ? [shelfRank().as('shelf')] : [])]).limit(cap + 1)}) matches`
  const all = sql`(select count(*) as count ${sort === 'open' ? sql`, ${SHELF_COUNTS}` : sql``} ${counted}) counts`
  if (!first || !rest || isWhole) {
    const by = status === 'EXPIRED' && rest ? rest() : order
    return sql`select counts.*, ${counts}, array(${ids} order by ${by} offset ${offset} limit ${length}) as ids from ${all}`
  }
  // The second half is not read while a page lies in the first.
  return sql`
    with first as materialized (select ${countUpTo(end, matches.where(first()))} as n)
    select counts.*, ${counts},
      array(${ids.where(first())} order by ${order} offset ${offset} limit ${length})
      || array(${ids.where(sql<SqlBool>`not ${first()} and (select n from first) < ${end}`)} order by ${rest()}
        offset greatest(${offset} - (select n from first), 0)
        limit least(${length}, greatest(${end} - (select n from first), 0))) as ids
    from ${all}`
}

/**
 * A page by match: the title equals the text, begins with it, contains every word, the vendor contains them, then the
 * rest. "Best match" has the shelves within these ranks, "Open first" the ranks within the shelves.
 *
 * Of more matches than the cap it ranks the newest, the newest whose title or vendor match and the newest open ones,
 * which each come from an index; ranking all hits of a frequent word would read a part of the table.
 */
function ranked(search: DealSearch, known: Known, { cap, offset, end }: Page, counts: RawBuilder<unknown>) {
  const newest = (deals: DealsQuery) =>
    deals
      .select(['deals.id', 'deals.search_text', 'deals.created_at', shelfRank().as('shelf')])
      .orderBy(NEWEST)
      .limit(cap + 1)
  const isMore = sql<SqlBool>`(select count(*) from hits) > ${cap}`
  // A word of one or two letters has no trigram, so searching titles for it would read all of them.
  const byTitle = known.terms.every(({ hasTrigrams }) => hasTrigrams)
    ? sql`union (${newest(select(search, known, TITLE_AND_VENDOR).where(isMore))})`
    : sql``
  const openOnes = sql`union (${newest(select(search, known).where(isOpen()).where(isMore))})`
  const rank = rankOf(search.q, known.terms)
  const order = search.sort === 'open' ? sql`shelf, ${rank}` : sql`${rank}, shelf`
  return sql`
    with hits as materialized (${newest(select(search, known))}),
    candidates as (select * from hits ${byTitle} ${openOnes})
    select count(*) as count, ${SHELF_COUNTS}, ${counts}, array(
      select id from candidates order by ${order}, created_at desc, id desc
      offset ${offset} limit ${Math.max(end - offset, 0)}) as ids
    from hits`
}

function rankOf(q: string, terms: SearchTerm[]) {
  const [title, vendor] = [1, 2].map((part) => sql`split_part(search_text, E'\\x1f', ${sql.lit(part)})`)
  const phrase = sql`fold_case(${splitWords(q).join(' ')})`
  return sql`case
    when ${title} = ${phrase} then 0
    when starts_with(${title}, ${phrase}) then 1
    when ${holdsTerms(title!, terms)} then 2
    when ${holdsTerms(vendor!, terms)} then 3
    else 4 end`
}

/**
 * The newest open deals, those with a price that was confirmed first. With none open the newest that have ended, or
 * failing those the newest of all.
 */
export async function listFeaturedDeals(limit: number): Promise<ListedDeal[]> {
  const deals = await matching({})
  const newest = async (condition: Condition) => {
    const rows = await deals.where(condition).select('deals.id').orderBy(NEWEST).limit(limit).execute()
    return rows.map(({ id }) => id)
  }
  const confirmed = await newest(sql`${isOpen()} and deals.deal_price is not null and deals.confirmed_on is not null`)
  const open = confirmed.length < limit ? await newest(isOpen()) : []
  const ids = [...new Set([...confirmed, ...open])].slice(0, limit)
  if (ids.length > 0) return readCards(ids)
  const ended = await newest(isShownAs('EXPIRED'))
  return readCards(ended.length > 0 ? ended : await newest(sql`true`))
}
