import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { inTransaction } from '~/db/transaction.server'
import { dealPicture } from '~/features/catalog/pictures/deal-picture.server'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { recordAudit } from '~/features/people/audit/audit.server'

export const SUGGESTIONS_PER_PAGE = 20
/** How many pairs are suggested at most, of all products. */
const SUGGESTED = 5_000

/** Why two products may be one, the surest reason first. */
const REASONS = ['same name and site', 'same vendor', 'same link', 'same name'] as const

/** Two products that may be one; `one` is the smaller id, `reason` an index of REASONS. */
type Pair = { one: string; other: string; similarity: number; reason: number }

type PairSide = {
  id: string
  name: string
  vendor: string
  offers: number
  reviews: number
  /** Of the offer that lists show, or of any. */
  slug: string
  picture: ShownPicture | null
}

export type Suggestion = {
  similarity: number
  why: (typeof REASONS)[number]
  /** The one with more offers, which a merge would keep. */
  keep: PairSide
  other: PairSide
}

const findAllPairs = memoizeByContentVersion(() => findPairs())

/** One page of the suggestions, those of the same name and site first, then the most alike, and how many there are. */
export async function listSuggestions({ limit, offset = 0 }: { limit: number; offset?: number }) {
  const [pairs, different] = await Promise.all([findAllPairs(), listDifferences()])
  const open = pairs.filter(({ one, other }) => !different.has(one + other))
  return { count: open.length, suggestions: await readPairs(open.slice(offset, offset + limit)) }
}

export const listSuggestionsOf = async (productId: string) => readPairs(await findPairs(productId))

/** The products that may be the same as this one, the most alike first. */
export async function listSimilarProducts(productId: string) {
  return (await findPairs(productId)).map(({ one, other }) => (one === productId ? other : one))
}

/** The decisions that were made since the memoized pairs were found. */
async function listDifferences() {
  const rows = await db.selectFrom('product_differences').select(['product_id', 'other_id']).execute()
  return new Set(rows.map(({ product_id, other_id }) => product_id + other_id))
}

/**
 * Products with similar titles of one vendor or link, and with equal titles of any. Vendors and links of more than 200
 * offers are left out, because their offers are compared with each other.
 */
async function findPairs(productId?: string) {
  const near = sql`and id in (
    select deals.id from deals as mine join deals using (vendor_id) where mine.product_id = ${productId}
    union all select deals.id from deals as mine join deals using (link_key) where mine.product_id = ${productId}
    union all select deals.id from deals as mine join deals using (title_key) where mine.product_id = ${productId})`
  const isOfProduct = productId ? sql`${productId} in (a.product_id, b.product_id)` : sql`true`
  const { rows } = await sql<Pair>`
    with offers as materialized (
      select distinct product_id, vendor_id, title_key, link_key,
        case when strpos(link_key, '/') = 0 then split_part(link_key, '.', 1) end as site
      from deals where title_key <> '' ${productId ? near : sql``}
    ), sized as materialized (
      select *, count(*) over (partition by vendor_id) as of_vendor, count(*) over (partition by link_key) as of_link
      from offers
    ), alike as (
      select a.product_id as one, b.product_id as other, similarity(a.title_key, b.title_key), 1 as reason
      from sized as a join sized as b on a.vendor_id = b.vendor_id and a.product_id < b.product_id
      where a.of_vendor <= 200 and ${isOfProduct} and similarity(a.title_key, b.title_key) >= 0.6
      union all
      select a.product_id, b.product_id, similarity(a.title_key, b.title_key), 2
      from sized as a join sized as b on a.link_key = b.link_key and a.product_id < b.product_id
      where a.of_link <= 200 and ${isOfProduct} and similarity(a.title_key, b.title_key) >= 0.6
      union all
      select a.product_id, b.product_id, 1, case when a.site = b.site then 0 else 3 end
      from offers as a join offers as b on a.title_key = b.title_key and a.product_id < b.product_id
      where ${isOfProduct}
    )
    select one, other, max(similarity) as similarity, min(reason) as reason from alike
    where not exists (select from product_differences where product_id = one and other_id = other)
    group by one, other order by min(reason) = 0 desc, max(similarity) desc, one, other
    limit ${productId ? SUGGESTIONS_PER_PAGE : SUGGESTED}`.execute(db)
  return rows
}

/** What the screens show of these pairs. A product that was merged or deleted meanwhile is left out. */
async function readPairs(pairs: Pair[]): Promise<Suggestion[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Pick<Pair, 'similarity' | 'reason'> & { first: PairSide; second: PairSide }>`
    select similarity, reason, ${side('first')} as first, ${side('second')} as second
    from rows from (
        jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as (one uuid, other uuid, similarity float8, reason int)
      ) with ordinality as pair (one, other, similarity, reason, position)
      join products as first on first.id = one join products as second on second.id = other
    order by position`.execute(db)
  return rows.map(({ similarity, reason, first, second }) => {
    const [keep, other] = second.offers > first.offers ? [second, first] : [first, second]
    return { similarity, why: REASONS[reason]!, keep, other }
  })
}

const side = (alias: 'first' | 'second') => {
  const product = sql.ref(alias)
  return sql`(
    select jsonb_build_object('id', ${product}.id, 'name', ${product}.name,
      'vendor', (select name from vendors where id = ${product}.vendor_id),
      'offers', count(*), 'reviews', coalesce(sum(review_count), 0),
      'slug', coalesce((array_agg(slug order by is_current desc, created_at desc))[1], ${product}.slug),
      'picture', (array_agg(${dealPicture} order by is_current desc, created_at desc))[1])
    from deals where deals.product_id = ${product}.id)`
}

/**
 * Stores that two products are not the same, so that they are not suggested again.
 *
 * @returns the names of both; undefined if that is decided already, or one of the two does not exist
 */
export async function decideDifferent(actor: string, productId: string, otherId: string) {
  return inTransaction(async (trx) => {
    const pair = await insertDifference(trx, actor, productId, otherId)
    if (!pair) return undefined
    const { id, name, other } = pair
    await recordAudit({ actor, action: 'product.distinguished', entity: 'product', id, detail: { name, other } }, trx)
    return { name, other }
  })
}

export async function insertDifference(trx: Trx, actor: string, productId: string, otherId: string) {
  const { rows } = await sql<{ id: string; name: string; other: string }>`
    with pair as (
      select one.id, one.name, other.id as other_id, other.name as other
      from products as one join products as other on one.id < other.id
      where one.id in (${productId}, ${otherId}) and other.id in (${productId}, ${otherId})
    ), added as (
      insert into product_differences (product_id, other_id, decided_by, decided_at)
      select id, other_id, ${actor}, now() from pair on conflict do nothing returning product_id
    )
    select pair.id, pair.name, pair.other from pair join added on added.product_id = pair.id`.execute(trx)
  return rows[0]
}
