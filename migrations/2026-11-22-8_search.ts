import { type Kysely, sql } from 'kysely'

/** Every filter of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = 'category_id, platform_id, status, start_date, end_date, deal_price'

const PUBLIC_INDEXES = {
  deals_newest: `(created_at desc, id desc, ${FILTERS})`,
  deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS})`,
  deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS})`,
  deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average)`,
  deals_by_category: '(category_id, created_at desc, id desc)',
  deals_by_platform: '(platform_id, created_at desc, id desc)',
  deals_search: 'using gin (search_text gin_trgm_ops, category_path, platform_id, tags) with (fastupdate = off)',
  deals_search_pairs: 'using gin (search_pairs(search_text)) with (fastupdate = off)',
}
const TITLE_AND_VENDOR = `search_fold(title || E'\\x1f' || vendor_name)`

/** Search by trigrams, planned by PostgreSQL, in place of an index of letters of our own. */
export async function up(db: Kysely<unknown>) {
  for (const extension of ['pg_trgm', 'btree_gin', 'fuzzystrmatch']) {
    await sql`create extension if not exists ${sql.ref(extension)}`.execute(db)
  }

  for (const name of [...Object.keys(PUBLIC_INDEXES), 'deals_by_status', 'deals_by_tag', 'staff_search']) {
    await sql`drop index if exists ${sql.ref(name)}`.execute(db)
  }
  await sql`drop index profiles_search`.execute(db)
  await sql`drop function search_runs_of, search_runs, search_keys, search_grams`.execute(db)

  await addCategoryPaths(db)

  // Every character and every pair of two: what a word of less than three letters or digits is found by.
  await sql`
    create function search_pairs(given text) returns text[] language sql immutable parallel safe strict as $$
      select string_to_array(given, null)
        || string_to_array(regexp_replace(given, '..', E'\\\\&\\x01', 'g'), E'\\x01')
        || string_to_array(regexp_replace(substr(given, 2), '..', E'\\\\&\\x01', 'g'), E'\\x01')
    $$`.execute(db)

  for (const [name, definition] of Object.entries(PUBLIC_INDEXES)) {
    await sql.raw(`create index ${name} on deals ${definition} where published`).execute(db)
  }
  await sql.raw(`create index staff_search on deals using gin ((${TITLE_AND_VENDOR}) gin_trgm_ops)`).execute(db)
  await sql`create index profiles_search on profiles using gin (search_text gin_trgm_ops)`.execute(db)

  // LIKE is estimated from the histogram, so a fine one tells frequent terms from rare ones.
  await sql`alter table deals alter column search_text set statistics 1000`.execute(db)
  await sql`alter table deals alter column tags set statistics 300`.execute(db)
  await sql`alter table profiles alter column search_text set statistics 1000`.execute(db)
  await sql`alter index staff_search alter column 1 set statistics 1000`.execute(db)
  // The planner ignores the statistics of a partial expression index, and they would cost every ANALYZE seconds.
  await sql`alter index deals_search_pairs alter column 1 set statistics 0`.execute(db)
}

/** The category of a deal and its ancestors, outermost first; triggers keep what the default leaves empty. */
async function addCategoryPaths(db: Kysely<unknown>) {
  await sql`alter table categories add column category_path uuid[] not null default '{}'`.execute(db)
  await sql`
    create function set_category_path() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.parent_id), '{}') || new.id;
      return new;
    end $$`.execute(db)
  await sql`
    with recursive tree as (
      select id, array[id] as path from categories where parent_id is null
      union all
      select child.id, tree.path || child.id from categories child join tree on tree.id = child.parent_id
    )
    update categories set category_path = tree.path from tree where tree.id = categories.id`.execute(db)
  await sql`
    create trigger path_follows_the_parent before insert or update of parent_id on categories
    for each row execute function set_category_path()`.execute(db)

  await sql`alter table deals add column category_path uuid[] not null default '{}'`.execute(db)
  await sql`update deals set category_path = categories.category_path from categories where categories.id = category_id`.execute(
    db,
  )
  await sql`
    create function set_deal_category_path() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.category_id), '{}');
      return new;
    end $$`.execute(db)
  await sql`
    create trigger category_path_follows_the_category before insert or update of category_id on deals
    for each row execute function set_deal_category_path()`.execute(db)

  // Deals that are being written at this moment have read the former path: the lock waits for them.
  await sql`
    create function move_category_subtree() returns trigger language plpgsql as $$
    begin
      lock table deals in share row exclusive mode;
      update deals set category_path = new.category_path where category_id = new.id;
      update categories set category_path = new.category_path || id where parent_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger subtree_moves_with_its_category after update on categories
    for each row when (old.category_path is distinct from new.category_path) execute function move_category_subtree()`.execute(
    db,
  )
}
