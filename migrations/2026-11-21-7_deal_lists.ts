import { type Kysely, sql } from 'kysely'

/**
 * The indexes behind every public list. All are partial, on what is published: visitors see nothing else,
 * and imports, which arrive unpublished, do not pay for them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create extension if not exists pg_trgm`.execute(db)
  // One text to look in. The separator is a character nobody types, so that no hit spans two fields.
  await sql`
    alter table deals add column search_text text
    generated always as (lower(title || E'\\x1f' || vendor_name || E'\\x1f' || coalesce(summary, ''))) stored`.execute(
    db,
  )

  const indexes = {
    deals_newest: '(created_at desc, id desc)',
    deals_by_category: '(category_id, created_at desc, id desc)',
    deals_by_platform: '(platform_id, created_at desc, id desc)',
    deals_by_status: '(status, created_at desc, id desc)',
    deals_by_price: '(coalesce(deal_price, 0), id)',
    deals_by_end_date: '(end_date, id)',
    deals_by_rating:
      '((review_count >= 3) desc, coalesce(rating_average, 0) desc, review_count desc, created_at desc, id desc)',
    deals_by_tag: 'gin (tags)',
    deals_search: 'gin (search_text gin_trgm_ops)',
    deals_similar_title: 'gist (lower(title) gist_trgm_ops)',
  }
  for (const [name, on] of Object.entries(indexes)) {
    const using = on.startsWith('gi') ? 'using ' : ''
    await sql`create index ${sql.raw(name)} on deals ${sql.raw(using + on)} where published`.execute(db)
  }

  // Staff lists show drafts too; the foreign keys need an index that holds every deal.
  await sql`create index deals_newest_with_drafts on deals (created_at desc, id desc)`.execute(db)
  await sql`create index deals_of_category on deals (category_id)`.execute(db)
  await sql`create index deals_of_platform on deals (platform_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  for (const name of [
    'deals_of_platform',
    'deals_of_category',
    'deals_newest_with_drafts',
    'deals_similar_title',
    'deals_search',
    'deals_by_tag',
    'deals_by_rating',
    'deals_by_end_date',
    'deals_by_price',
    'deals_by_status',
    'deals_by_platform',
    'deals_by_category',
    'deals_newest',
  ]) {
    await sql`drop index ${sql.raw(name)}`.execute(db)
  }
  await sql`alter table deals drop column search_text`.execute(db)
}
