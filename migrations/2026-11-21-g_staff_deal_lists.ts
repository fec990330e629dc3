import { type Kysely, sql } from 'kysely'

// The staff's list of deals shows drafts too. The filters ride along, so that the index alone can answer.
const WITH_FILTERS = {
  deals_newest_with_drafts: '(created_at desc, id desc) include (category_id, platform_id, status, published)',
  deals_of_category: '(category_id, created_at desc, id desc) include (platform_id, status, published)',
  deals_of_platform: '(platform_id, created_at desc, id desc) include (category_id, status, published)',
}
const FORMER = {
  deals_newest_with_drafts: '(created_at desc, id desc)',
  deals_of_category: '(category_id)',
  deals_of_platform: '(platform_id)',
}
const ADDED = {
  deals_of_status: '(status, created_at desc, id desc) include (category_id, platform_id, published)',
  deals_to_expire: "(end_date desc, id desc) where status = 'ACTIVE' and end_date is not null",
  deals_without_price: '(created_at desc, id desc) where published and deal_price is null',
  deals_without_image: '(created_at desc, id desc) where published and hero_image_url is null',
  drafts_newest: '(created_at desc, id desc) include (category_id, platform_id, status) where not published',
}

export async function up(db: Kysely<unknown>) {
  await replace(db, WITH_FILTERS)
  for (const [name, on] of Object.entries(ADDED))
    await sql`create index ${sql.raw(`${name} on deals ${on}`)}`.execute(db)

  // Published deals are found by the index of the public search. That of the drafts holds less, because an import
  // writes all of it: no summaries, and what is new waits unsorted until there is enough of it.
  await sql`
    create index drafts_search on deals
    using gin (search_grams(search_fold(title || E'\\x1f' || vendor_name))) where not published`.execute(db)
  await sql`alter index drafts_search alter column 1 set statistics 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop index drafts_search`.execute(db)
  for (const name of Object.keys(ADDED)) await sql`drop index ${sql.raw(name)}`.execute(db)
  await replace(db, FORMER)
}

async function replace(db: Kysely<unknown>, indexes: Record<string, string>) {
  for (const [name, on] of Object.entries(indexes)) {
    await sql`drop index ${sql.raw(name)}`.execute(db)
    await sql`create index ${sql.raw(`${name} on deals ${on}`)}`.execute(db)
  }
}
