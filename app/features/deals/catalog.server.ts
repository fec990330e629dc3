import { type SelectQueryBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import type { DealCard } from './deal'
import { DEAL_CARD_COLUMNS } from './deal-card.server'
import { type DealSearch, type DealSort, PAGE_SIZE } from './deal-search'

const COUNT_CAP = 1_000

/** One page of a search. Beyond the last page there are no deals; `count` says so with `pages`. */
export async function listDeals(search: DealSearch) {
  const places = await findPlaces(search)
  const matches = matchDeals(search, places)
  const pageOfIds = orderDeals(matches.select('deals.id'), search.sort)
    .limit(PAGE_SIZE)
    .offset((search.page - 1) * PAGE_SIZE)
  const [deals, { count }] = await Promise.all([
    orderDeals(
      db
        .selectFrom('deals')
        .select([...DEAL_CARD_COLUMNS])
        .where('deals.id', 'in', pageOfIds),
      search.sort,
    ).execute(),
    db
      .selectFrom(
        matches
          .select('deals.id')
          .limit(COUNT_CAP + 1)
          .as('matches'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const isCountCapped = count > COUNT_CAP
  const known = isCountCapped ? COUNT_CAP : count
  return { deals: deals as DealCard[], count: known, isCountCapped, pages: Math.ceil(known / PAGE_SIZE) }
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

/** The published titles that look most like `q`, at most 3, for "Did you mean". */
export async function suggestTitles(q: string) {
  const distance = sql`lower(title) <-> lower(${q})`
  return db
    .selectFrom('deals')
    .select(['slug', 'title'])
    .where('published', '=', true)
    .where(sql<boolean>`similarity(lower(title), lower(${q})) > 0.2`)
    .orderBy(distance)
    .limit(3)
    .execute()
}

/** What the home page boasts of: published deals, and the approved reviews and verified changes of any. */
export async function countCatalog() {
  const { rows } = await sql<{ deals: number; reviews: number; changes: number }>`
    select
      (select count(*) from deals where published) as deals,
      (select count(*) from reviews where status = 'APPROVED') as reviews,
      (select count(*) from change_logs where status = 'APPROVED') as changes`.execute(db)
  return rows[0]!
}

type Places = { categoryIds: string[]; platformId: string | undefined }

/** A category stands for itself and everything below it. An address of none that exists filters nothing. */
async function findPlaces({ category, platform }: DealSearch): Promise<Places> {
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

function matchDeals(search: DealSearch, { categoryIds, platformId }: Places) {
  const price = sql<string>`coalesce(deal_price, 0)`
  let matches = db.selectFrom('deals').where('deals.published', '=', true)
  if (categoryIds.length > 0) matches = matches.where('category_id', 'in', categoryIds)
  if (platformId) matches = matches.where('platform_id', '=', platformId)
  if (search.status) matches = matches.where('status', '=', search.status)
  if (search.tag) matches = matches.where(sql<boolean>`tags @> ${[search.tag]}::text[]`)
  if (search.minPrice) matches = matches.where(price, '>=', search.minPrice)
  if (search.maxPrice) matches = matches.where(price, '<=', search.maxPrice)
  if (search.q) matches = matches.where(sql<boolean>`search_text like lower(${`%${escapeLike(search.q)}%`})`)
  return matches
}

const escapeLike = (text: string) => text.replace(/[%_\\]/g, '\\$&')

function orderDeals<O>(query: SelectQueryBuilder<DB, 'deals', O>, sort: DealSort) {
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
    case 'ending':
      return query
        .orderBy(sql`case when end_date >= current_date then 0 when end_date is null then 1 else 2 end`)
        .orderBy('end_date')
        .orderBy('deals.id')
    case 'rating':
      return query
        .orderBy(sql`(review_count >= 3) desc, coalesce(rating_average, 0) desc, review_count desc`)
        .orderBy('deals.created_at', 'desc')
        .orderBy('deals.id', 'desc')
  }
}
