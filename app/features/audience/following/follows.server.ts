import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { withRetries } from '~/db/transaction.server'
import type { FollowKind } from './follow'

type Thing = { id: string; name: string }

const COLUMNS = { product: 'product_id', vendor: 'vendor_id', category: 'category_id' } as const
const TABLES = { product: 'products', vendor: 'vendors', category: 'categories' } as const
const REDIRECTS: Partial<Record<FollowKind, 'vendor_redirects' | 'category_redirects'>> = {
  vendor: 'vendor_redirects',
  category: 'category_redirects',
}

/** The product, vendor or category at this slug or a former one. Visitors know products and vendors by their published deals. */
export async function findFollowable(kind: FollowKind, slug: string): Promise<Thing | undefined> {
  const id = sql.ref(`${TABLES[kind]}.id`)
  const redirects = REDIRECTS[kind]
  const moved = redirects
    ? sql`or id = (select ${sql.ref(COLUMNS[kind])} from ${sql.table(redirects)} where slug = ${slug})`
    : sql``
  const isKnown =
    kind === 'category'
      ? sql`true`
      : sql`exists (select from deals where published and ${sql.ref(COLUMNS[kind])} = ${id})`
  const { rows } = await sql<Thing>`
    select id, name from ${sql.table(TABLES[kind])} where (slug = ${slug} ${moved}) and ${isKnown}
    order by slug = ${slug} desc limit 1`.execute(db)
  return rows[0]
}

export async function isFollowing(userId: string, kind: FollowKind, id: string) {
  const { rows } = await sql`
    select from follows where user_id = ${userId} and ${sql.ref(COLUMNS[kind])} = ${id}`.execute(db)
  return rows.length > 0
}

/** Idempotent. Adds nothing when the thing is deleted or merged concurrently. */
export async function follow(userId: string, kind: FollowKind, id: string) {
  await withRetries(() =>
    sql`
      insert into follows (user_id, ${sql.ref(COLUMNS[kind])})
      select ${userId}, id from ${sql.table(TABLES[kind])} where id = ${id} for key share
      on conflict do nothing`.execute(db),
  )
}

/** Idempotent. */
export async function unfollow(userId: string, kind: FollowKind, id: string) {
  await sql`delete from follows where user_id = ${userId} and ${sql.ref(COLUMNS[kind])} = ${id}`.execute(db)
}

/** By its id, on the page of the member. Returns its name, or undefined if it is not theirs. */
export async function removeFollow(userId: string, id: string) {
  await db.deleteFrom('follows').where('user_id', '=', userId).where('id', '=', id).execute()
}

export type Follow = {
  id: string
  kind: FollowKind
  name: string
  /** Null where no published deal is left to show. */
  path: string | null
  /** Published products of a vendor. */
  products: number
  /** New deals of a category in the last four weeks. */
  recent: number
}

/** What a member follows besides deals, the newest first. */
export async function listFollows(userId: string, page: { limit: number; offset: number }): Promise<Follow[]> {
  const { rows } = await sql<Follow>`
    with listed as (
      select * from follows where user_id = ${userId} order by created_at desc, id limit ${page.limit} offset ${page.offset}
    )
    select listed.id, ${KIND} as kind, coalesce(products.name, vendors.name, categories.name) as name,
      case when product_id is not null then '/deals/' || offer.slug || '#offers'
        when listed.vendor_id is not null then case when vendor.products > 0 then '/vendors/' || vendors.slug end
        else '/categories/' || categories.slug end as path,
      coalesce(vendor.products, 0)::int as products, coalesce(category.recent, 0)::int as recent
    from listed
    left join products on products.id = product_id
    left join vendors on vendors.id = listed.vendor_id
    left join categories on categories.id = listed.category_id
    left join lateral (
      select slug from deals where deals.product_id = products.id and published and is_current limit 1
    ) as offer on true
    left join lateral (
      select count(distinct deals.product_id) as products from deals where deals.vendor_id = vendors.id and published
    ) as vendor on true
    left join lateral (${recentOf(sql`categories.id`)}) as category on true
    order by listed.created_at desc, listed.id`.execute(db)
  return rows
}

const KIND = sql`case when product_id is not null then 'product' when listed.vendor_id is not null then 'vendor'
  else 'category' end`

/** Counted up to 1,000. */
const recentOf = (category: RawBuilder<unknown>) => sql`
  select count(*) as recent from (
    select from deals where published and category_id = any(array(
      select below.id from categories as below where below.category_path @> array[${category}]
    )) and deals.created_at > now() - interval '28 days' limit 1000
  ) as recent`

export async function countFollows(userId: string) {
  const { count } = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The bookmark of a member on a deal with its target price, null without one, and whether they follow the product. */
export async function findMarks(userId: string, deal: { id: string; product_id: string }) {
  return (await marks({ userId, dealId: deal.id, productId: deal.product_id }))[0]!
}

const marks = prepare('marks', (given: Placeholders<{ userId: string; dealId: string; productId: string }>) =>
  db.selectNoFrom((eb) => [
    jsonObjectFrom(
      eb
        .selectFrom('bookmarks')
        .select(sql<string | null>`target_price::text`.as('target_price'))
        .where('user_id', '=', given.userId)
        .where('deal_id', '=', given.dealId),
    ).as('bookmark'),
    eb
      .exists(
        eb
          .selectFrom('follows')
          .select('id')
          .where('user_id', '=', given.userId)
          .where('product_id', '=', given.productId),
      )
      .$castTo<boolean>()
      .as('is_followed'),
  ]),
)
