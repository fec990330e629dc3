import { type Kysely, sql } from 'kysely'

/**
 * The staff search titles and vendors only. A word that most summaries have would lead the public index, which holds
 * them too, to nearly every deal; so the small index of drafts becomes one of all deals.
 */
export async function up(db: Kysely<unknown>) {
  await sql`drop index drafts_search`.execute(db)
  await createIndex(db, 'staff_search', '')
}

export async function down(db: Kysely<unknown>) {
  await sql`drop index staff_search`.execute(db)
  await createIndex(db, 'drafts_search', 'where not published')
}

async function createIndex(db: Kysely<unknown>, name: string, which: string) {
  await sql
    .raw(`
      create index ${name} on deals
      using gin (search_grams(search_fold(title || E'\\x1f' || vendor_name))) ${which}`)
    .execute(db)
  await sql.raw(`alter index ${name} alter column 1 set statistics 0`).execute(db)
}
