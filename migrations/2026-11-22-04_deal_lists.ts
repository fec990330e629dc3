import { type Kysely, sql } from 'kysely'

/** Every filter of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = 'category_id, platform_id, status, start_date, end_date, deal_price'

/** Public lists. Partial: visitors see nothing unpublished, and imports, which arrive unpublished, do not pay for them. */
const PUBLISHED = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS})`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS})`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS})`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average)`,
  published_deals_by_category: '(category_id, created_at desc, id desc)',
  published_deals_by_platform: '(platform_id, created_at desc, id desc)',
  published_deals_search:
    'using gin (search_text gin_trgm_ops, category_path, platform_id, tags) with (fastupdate = off)',
  published_deals_short_search: 'using gin (extract_short_ngrams(search_text)) with (fastupdate = off)',
}

/** The dashboard's lists. INCLUDE the filter columns so that an index-only scan suffices. */
const ALL = {
  deals_by_date: '(created_at desc, id desc) include (category_id, platform_id, status, published)',
  deals_by_category: '(category_id, created_at desc, id desc) include (platform_id, status, published)',
  deals_by_platform: '(platform_id, created_at desc, id desc) include (category_id, status, published)',
  deals_by_status: '(status, created_at desc, id desc) include (category_id, platform_id, published)',
  deals_search: "using gin ((fold_case(title || E'\\x1f' || vendor_name)) gin_trgm_ops)",
  draft_deals_by_date: '(created_at desc, id desc) include (category_id, platform_id, status) where not published',
  active_deals_by_end_date: "(end_date desc, id desc) where status = 'ACTIVE' and end_date is not null",
  unpriced_deals_by_date: '(created_at desc, id desc) where published and deal_price is null',
  imageless_deals_by_date: '(created_at desc, id desc) where published and hero_image_url is null',
  priced_deals_by_currency: '(currency) where published and deal_price is not null',
}

/** Indexes and statistics behind the lists and searches of deals. */
export async function up(db: Kysely<unknown>) {
  for (const [name, definition] of Object.entries(PUBLISHED)) {
    await sql.raw(`create index ${name} on deals ${definition} where published`).execute(db)
  }
  for (const [name, definition] of Object.entries(ALL)) {
    await sql.raw(`create index ${name} on deals ${definition}`).execute(db)
  }
  await sql`
    -- LIKE is estimated from the histogram: a fine one tells frequent terms from rare ones.
    alter table deals alter column search_text set statistics 1000;
    alter table deals alter column tags set statistics 300;
    alter index deals_search alter column 1 set statistics 1000;
    -- The planner ignores the statistics of a partial expression index, and they would cost every ANALYZE seconds.
    alter index published_deals_short_search alter column 1 set statistics 0;

    -- Without these the planner estimates any range of prices or dates at half a percent of the deals.
    create statistics deals_price_statistics on (coalesce(deal_price, 0)) from deals;
    create statistics deals_end_date_statistics on (coalesce(end_date, 'infinity')) from deals
  `.execute(db)
}
