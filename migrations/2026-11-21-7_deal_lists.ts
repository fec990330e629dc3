import { type Kysely, sql } from 'kysely'

/**
 * The indexes behind every public list. All are partial, on what is published: visitors see nothing else,
 * and imports, which arrive unpublished, do not pay for them.
 */
export async function up(db: Kysely<unknown>) {
  // Case does not count, nor does the form that a sigma takes at the end of a word.
  await sql`
    create function search_fold(given text) returns text language sql immutable parallel safe strict as $$
      select translate(lower(given), 'ς', 'σ')
    $$`.execute(db)
  // One text to look in. The separator is a character nobody types, so that no hit spans two fields.
  await sql`
    alter table deals add column search_text text generated always as
      (search_fold(title || E'\\x1f' || vendor_name || E'\\x1f' || coalesce(summary, ''))) stored`.execute(db)

  // Every run of one, two and three characters. pg_trgm would leave out short terms, punctuation and, where the
  // database's locale is C, whatever is not ASCII; here Japanese, "C#" and a single letter find their rows as well.
  await sql`
    create function search_grams(given text) returns text[] language plpgsql immutable parallel safe strict as $$
    declare
      letters text[] := string_to_array(given, null);
      grams text[] := letters;
    begin
      for i in 1..cardinality(letters) - 1 loop grams := grams || (letters[i] || letters[i + 1]); end loop;
      for i in 1..cardinality(letters) - 2 loop
        grams := grams || (letters[i] || letters[i + 1] || letters[i + 2]);
      end loop;
      return grams;
    end $$`.execute(db)
  // The longest runs of a term, at most sixteen of them spread over it: more would not narrow it down further.
  await sql`
    create function search_keys(term text) returns text[] language sql immutable parallel safe strict as $$
      select array_agg(distinct substr(term, i, 3))
      from generate_series(1, greatest(length(term) - 2, 1), greatest((length(term) - 2) / 16, 1)) i
    $$`.execute(db)

  // The filters ride along, so that a list in any order is filtered without a look at the table.
  const filters = 'include (category_id, platform_id, status, deal_price)'
  const indexes = {
    deals_newest: `(created_at desc, id desc) ${filters}`,
    deals_by_category: '(category_id, created_at desc, id desc) include (platform_id, status, deal_price)',
    deals_by_platform: '(platform_id, created_at desc, id desc) include (category_id, status, deal_price)',
    deals_by_status: '(status, created_at desc, id desc) include (category_id, platform_id, deal_price)',
    deals_by_price: `(coalesce(deal_price, 0), id) ${filters}`,
    deals_by_end_date: `((coalesce(end_date, 'infinity')), id)
      include (category_id, platform_id, status, deal_price, end_date)`,
    deals_by_rating: `((review_count >= 3) desc, coalesce(rating_average, 0) desc, review_count desc,
      created_at desc, id desc) include (category_id, platform_id, status, deal_price, rating_average)`,
    deals_by_tag: 'gin (tags)',
    deals_search: 'gin (search_grams(search_text)) with (fastupdate = off)',
  }
  for (const [name, on] of Object.entries(indexes)) {
    const using = on.startsWith('gi') ? 'using ' : ''
    await sql`create index ${sql.raw(name)} on deals ${sql.raw(using + on)} where published`.execute(db)
  }

  // Its statistics would cost every ANALYZE seconds; the app tells frequent terms from rare ones by a sample instead.
  await sql`alter index deals_search alter column 1 set statistics 0`.execute(db)

  // Without these the planner takes any range of prices or days for half a percent of the deals.
  await sql`create statistics deals_price on (coalesce(deal_price, 0)) from deals`.execute(db)
  await sql`create statistics deals_last_day on (coalesce(end_date, 'infinity')) from deals`.execute(db)

  // Staff lists show drafts too; the foreign keys need an index that holds every deal.
  await sql`create index deals_newest_with_drafts on deals (created_at desc, id desc)`.execute(db)
  await sql`create index deals_of_category on deals (category_id)`.execute(db)
  await sql`create index deals_of_platform on deals (platform_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop statistics deals_price, deals_last_day`.execute(db)
  for (const name of [
    'deals_of_platform',
    'deals_of_category',
    'deals_newest_with_drafts',
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
  await sql`drop function search_keys, search_grams, search_fold`.execute(db)
}
