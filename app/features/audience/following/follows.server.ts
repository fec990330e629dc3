import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { withRetries } from '~/db/transaction.server'
import type { FollowKind } from './follow'

type Thing = { id: string; name: string }

const COLUMNS = { vendor: 'vendor_id', category: 'category_id' } as const
const TABLES = { vendor: 'vendors', category: 'categories' } as const
const REDIRECTS = { vendor: 'vendor_redirects', category: 'category_redirects' } as const

/** The vendor or category at this slug or a former one. Visitors know vendors by their published deals. */
export async function findFollowable(kind: FollowKind, slug: string): Promise<Thing | undefined> {
  const isKnown =
    kind === 'category' ? sql`true` : sql`exists (select from deals where published and vendor_id = vendors.id)`
  const { rows } = await sql<Thing>`
    select id, name from ${sql.table(TABLES[kind])}
    where (slug = ${slug} or id = (select ${sql.ref(COLUMNS[kind])} from ${sql.table(REDIRECTS[kind])} where slug = ${slug}))
      and ${isKnown}
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
    select listed.id, ${KIND} as kind, coalesce(vendors.name, categories.name) as name,
      case when listed.vendor_id is not null then case when vendor.products > 0 then '/vendors/' || vendors.slug end
        else '/categories/' || categories.slug end as path,
      coalesce(vendor.products, 0)::int as products, coalesce(category.recent, 0)::int as recent
    from listed
    left join vendors on vendors.id = listed.vendor_id
    left join categories on categories.id = listed.category_id
    left join lateral (
      select count(distinct deals.product_id) as products from deals where deals.vendor_id = vendors.id and published
    ) as vendor on true
    left join lateral (${recentOf(sql`categories.id`)}) as category on true
    order by listed.created_at desc, listed.id`.execute(db)
  return rows
}

const KIND = sql`case when listed.vendor_id is not null then 'vendor' else 'category' end`

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
