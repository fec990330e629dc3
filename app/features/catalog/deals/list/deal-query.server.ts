import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import type { DB } from '~/db/schema'
import { holdsTerms, resolveTerms, type SearchTerm } from '~/db/search-terms.server'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { isOpen, isShownAs } from '~/features/catalog/deals/shown-status.server'

// One builder for the public lists, the staff's list, feeds and exports. PostgreSQL plans each search with its values,
// so none of these may become a named statement: a generic plan is a thousand times slower.

export type DealsQuery<O = unknown> = SelectQueryBuilder<DB, 'deals', O>
type Condition = RawBuilder<SqlBool>

/** The filters of lists of deals; empty text filters nothing, prices are decimal text. */
export type DealFilter = {
  q: string
  category: string
  platform: string
  /** Visitors filter by the shown status, staff by the stored one. */
  status: ShownStatus | ''
  /** Only deals that can be bought today. */
  open?: string
  /** "1" for deals with a price, "0" for those without. */
  priced?: string
  /** Also deals that are not paid once. */
  subscriptions?: string
  /** "all" for every offer of a product; otherwise only its current one. */
  offers?: string
  tag?: string
  minPrice?: string
  maxPrice?: string
  /** A refund of at least so many days. */
  refund?: string
  /** Paid for itself within so many months. */
  breakEven?: string
  /** Only deals whose codes can be stacked. */
  stackable?: string
}
/** The rows behind the slugs of a search. `categoryIds` has the category first, then its subcategories. */
export type ResolvedFilter = {
  categoryIds: string[]
  platformId: string | undefined
  /** The platforms whose own rule is long enough for the refund asked for. */
  refundPlatformIds?: string[]
  terms: SearchTerm[]
  /** Set where no word has a trigram and few deals contain this one. */
  rareShortWord?: string
}

export const NO_FILTER: ResolvedFilter = { categoryIds: [], platformId: undefined, terms: [] }

/** Looks up the category, platform and words of a search. An unknown category or platform filters nothing. */
export async function resolveFilter({ q, category, platform, refund }: Partial<DealFilter>): Promise<ResolvedFilter> {
  const [categories, found, terms, generous] = await Promise.all([
    category
      ? db
          .selectFrom('categories as top')
          .innerJoin('categories', (join) => join.on(sql<SqlBool>`categories.category_path @> array[top.id]`))
          .where('top.slug', '=', category)
          .select('categories.id')
          .orderBy(sql`cardinality(categories.category_path)`)
          .execute()
      : [],
    platform ? db.selectFrom('platforms').select('id').where('slug', '=', platform).executeTakeFirst() : undefined,
    resolveTerms(q ?? ''),
    refund ? db.selectFrom('platforms').select('id').where('refund_days', '>=', Number(refund)).execute() : undefined,
  ])
  const rareShortWord = terms.some(({ hasTrigrams }) => hasTrigrams) ? undefined : await findRareWord(terms)
  return {
    categoryIds: categories.map(({ id }) => id),
    platformId: found?.id,
    refundPlatformIds: generous?.map(({ id }) => id),
    terms,
    rareShortWord,
  }
}

/** A word of one or two letters that few of the newest deals contain, so that a scan in order would take long. */
async function findRareWord(terms: SearchTerm[]): Promise<string | undefined> {
  if (terms.length === 0) return undefined
  const words = terms.map(({ spellings }) => spellings[0]!)
  const { rows } = await sql<{ word: string }>`
    with newest as materialized (
      select search_text from deals where published order by created_at desc, id desc limit 1000
    )
    select word from unnest(${words}::text[]) word
    where (select count(*) from newest where strpos(search_text, word) > 0) < 20 limit 1`.execute(db)
  return rows[0]?.word
}

/** The searched text of visitors, and that of staff: title and vendor, with a separator that no search contains. */
export const SEARCH_TEXT = sql`deals.search_text`
export const TITLE_AND_VENDOR = sql`fold_case(deals.title || E'\\x1f' || deals.vendor_name)`

const HAS_NO_PRICE = sql<SqlBool>`deals.deal_price is null`

/** One condition for every filter but the words and the status. A deal without a price never matches a bound. */
export function filterConditions(
  filter: Partial<DealFilter>,
  { categoryIds, platformId, refundPlatformIds }: ResolvedFilter,
  { isByPath = false } = {},
): Condition[] {
  return [
    categoryIds.length > 0 &&
      (isByPath
        ? sql<SqlBool>`deals.category_path @> array[${categoryIds[0]}]::uuid[]`
        : sql<SqlBool>`deals.category_id = any(${categoryIds}::uuid[])`),
    platformId && sql<SqlBool>`deals.platform_id = ${platformId}`,
    filter.priced && (filter.priced === '0' ? HAS_NO_PRICE : sql<SqlBool>`deals.deal_price is not null`),
    filter.tag && sql<SqlBool>`deals.tags @> ${[filter.tag]}::text[]`,
    filter.minPrice && sql<SqlBool>`deals.deal_price >= ${filter.minPrice}`,
    filter.maxPrice && sql<SqlBool>`deals.deal_price <= ${filter.maxPrice}`,
    refundPlatformIds && hasRefundOf(Number(filter.refund), refundPlatformIds),
    filter.breakEven && sql<SqlBool>`deals.break_even_months <= ${filter.breakEven}::int4`,
    filter.stackable && sql<SqlBool>`deals.stackable`,
  ].filter((condition) => typeof condition === 'object')
}

/** A deal without its own refund period has its platform's. */
function hasRefundOf(days: number, platformIds: string[]) {
  return sql<SqlBool>`(deals.refund_days >= ${days}::int4
    or (deals.refund_days is null and deals.platform_id = any(${platformIds}::uuid[])))`
}

/** Deals that meet all conditions and contain all terms in `text`, without order or columns. */
export function selectDeals(conditions: Condition[], text: RawBuilder<unknown>, terms: SearchTerm[]): DealsQuery {
  let deals = db.selectFrom('deals').where(holdsTerms(text, terms))
  for (const condition of conditions) deals = deals.where(condition)
  return deals
}

/**
 * Nearly every deal is a current offer, so this is written such that PostgreSQL checks it on what it reads instead of
 * looking for it in an index: `is_current` alone doubles the time of lists by status or price.
 */
const isCurrentOffer = () => sql<SqlBool>`deals.is_current is distinct from false`

/** Lists have subscriptions only where they are asked for. Nearly every deal is paid once: written as above. */
export const IS_PAID_ONCE = sql<SqlBool>`deals.deal_price_period is not distinct from 'ONCE'`

/** The conditions of a public search. The trigram index has the category's path, every other one its id. */
export function publishedConditions(filter: Partial<DealFilter>, resolved: ResolvedFilter) {
  const isByPath = resolved.terms.some(({ hasTrigrams }) => hasTrigrams)
  const conditions = [sql<SqlBool>`deals.published`, ...filterConditions(filter, resolved, { isByPath })]
  if (filter.status) conditions.push(isShownAs(filter.status))
  if (filter.open) conditions.push(isOpen())
  if (!filter.subscriptions) conditions.push(IS_PAID_ONCE)
  if (filter.offers !== 'all') conditions.push(isCurrentOffer())
  return resolved.rareShortWord === undefined ? conditions : [...conditions, isFoundByPairs(resolved.rareShortWord)]
}

/** As an array of ids, which the planner reads from the index of pairs before anything else, whatever it expects. */
function isFoundByPairs(word: string) {
  const letters = [...word]
  const pairs = letters.length < 2 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
  return sql<SqlBool>`deals.id = any(array(
    select id from deals where published and extract_short_ngrams(search_text) @> ${pairs}::text[]))`
}

/** The published deals that match a search. */
export function selectPublishedDeals(filter: Partial<DealFilter>, resolved: ResolvedFilter): DealsQuery {
  return selectDeals(publishedConditions(filter, resolved), SEARCH_TEXT, resolved.terms)
}

/** The number of rows, counted up to `limit`. */
export async function countUpTo(limit: number, deals: DealsQuery) {
  const { count } = await db
    .selectFrom(deals.select('deals.id').limit(limit).as('matches'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Above 50,000 deals counts and pages are capped, so that a directory of a million responds as quickly. */
export const isLargeDirectory = memoizeByContentVersion(async () => {
  const { rows } = await sql<{ size: number }>`
    select reltuples::float8 as size from pg_class where oid = 'deals'::regclass`.execute(db)
  return rows[0]!.size > 50_000
})
