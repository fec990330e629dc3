import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import type { DealSearch, DealSort } from './deal-search'

type DealsQuery<O> = SelectQueryBuilder<DB, 'deals', O>

export type Places = { categoryIds: string[]; platformId: string | undefined }

/** A category stands for itself and everything below it. An address of none that exists filters nothing. */
export async function findPlaces({ category, platform }: Pick<DealSearch, 'category' | 'platform'>): Promise<Places> {
  const [categories, found] = await Promise.all([
    category === ''
      ? undefined
      : sql<{ id: string }>`
          with recursive family as (
            select id from categories where slug = ${category}
            union
            select child.id from categories child join family on family.id = child.parent_id
          )
          select id from family`.execute(db),
    platform === ''
      ? undefined
      : db.selectFrom('platforms').select('id').where('slug', '=', platform).executeTakeFirst(),
  ])
  return { categoryIds: categories?.rows.map(({ id }) => id) ?? [], platformId: found?.id }
}

export function filterConditions(search: DealSearch, places: Places) {
  return [...indexedConditions(search, places), ...tagConditions(search)]
}

/** The filters that every index of the lists holds: they are checked without a look at the table. */
export function indexedConditions(search: DealSearch, { categoryIds, platformId }: Places) {
  const price = sql`coalesce(deals.deal_price, 0)`
  return [
    categoryIds.length > 0 && sql<SqlBool>`deals.category_id in (${sql.join(categoryIds)})`,
    platformId && sql<SqlBool>`deals.platform_id = ${platformId}`,
    search.status && sql<SqlBool>`deals.status = ${search.status}`,
    search.minPrice && sql<SqlBool>`${price} >= ${search.minPrice}`,
    search.maxPrice && sql<SqlBool>`${price} <= ${search.maxPrice}`,
  ].filter((condition) => typeof condition === 'object')
}

export function tagConditions({ tag }: DealSearch) {
  return tag === '' ? [] : [sql<SqlBool>`tags @> ${[tag]}::text[]`]
}

/** Not LIKE: nothing is special in it, and the planner takes a third of the rows for its guess, never none. */
export function termCondition({ q }: DealSearch) {
  return q === '' ? sql<SqlBool>`true` : sql<SqlBool>`strpos(search_text, search_fold(${q})) > 0`
}

/**
 * The published deals that a search asks for. With `byLetters` the term is looked up in the index of its letters;
 * without, rows are tried one after the other. Never run it as a named statement: the plan has to fit the values.
 */
export function matchDeals(search: DealSearch, places: Places, { byLetters = false } = {}) {
  let matches = db.selectFrom('deals').where('deals.published', '=', true).where(termCondition(search))
  for (const condition of filterConditions(search, places)) matches = matches.where(condition)
  return byLetters
    ? matches.where(sql<SqlBool>`search_grams(search_text) @> search_keys(search_fold(${search.q}))`)
    : matches
}

type Column = keyof DB['deals']

/**
 * The same deals, found in an index of the lists as far as it goes. Only what passes the filters there is looked at in
 * the table, one by one, for its term and tag and for `columns`, which are those of 'looked'. A plain query would look
 * at every row of the index, and PostgreSQL would unite the two again: OFFSET 0 keeps them apart.
 */
export function matchInIndex(search: DealSearch, places: Places, columns: readonly Column[] = []) {
  const looks = [...(search.q === '' ? [] : [termCondition(search)]), ...tagConditions(search)]
  const isEnough = looks.length === 0 && columns.length === 0
  const looked = sql`lateral (
    select ${sql.join(columns.map((column) => sql.ref(`here.${column}`)))} from deals here
    where ${sql.join([sql`here.id = deals.id`, ...looks], sql` and `)} offset 0)`.as('looked')
  let matches = (isEnough ? db.selectFrom('deals') : db.selectFrom(['deals', looked])) as DealsQuery<unknown>
  matches = matches.where('deals.published', '=', true)
  for (const condition of indexedConditions(search, places)) matches = matches.where(condition)
  return matches as ReturnType<typeof matchDeals>
}

/** Ties end at the id, so that pages never repeat or skip a deal. Each order has its index. */
export function orderDeals<O>(query: DealsQuery<O>, sort: Exclude<DealSort, 'ending'>) {
  const price = sql`coalesce(deal_price, 0)`
  switch (sort) {
    case 'newest':
      return query.orderBy('deals.created_at', 'desc').orderBy('deals.id', 'desc')
    case 'oldest':
      return query.orderBy('deals.created_at').orderBy('deals.id')
    case 'price-low':
      return query.orderBy(price).orderBy('deals.id')
    case 'price-high':
      return query.orderBy(price, 'desc').orderBy('deals.id', 'desc')
    case 'rating':
      return query
        .orderBy(sql`(review_count >= 3)`, 'desc')
        .orderBy(sql`coalesce(rating_average, 0)`, 'desc')
        .orderBy('review_count', 'desc')
        .orderBy('deals.created_at', 'desc')
        .orderBy('deals.id', 'desc')
  }
}

const lastDay = sql`coalesce(end_date, 'infinity')`

export function whereOpen<O>(query: DealsQuery<O>) {
  return query.where(sql<SqlBool>`${lastDay} >= current_date`)
}

/** From the deals that end today to those that never end. */
export function orderOpenDeals<O>(query: DealsQuery<O>) {
  return whereOpen(query).orderBy(lastDay).orderBy('deals.id')
}

/** Deals that have ended, the latest first. */
export function orderEndedDeals<O>(query: DealsQuery<O>) {
  return query.where(sql<SqlBool>`${lastDay} < current_date`).orderBy(lastDay, 'desc').orderBy('deals.id', 'desc')
}
