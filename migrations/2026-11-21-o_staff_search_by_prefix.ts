import { type Kysely, sql } from 'kysely'

const SEARCHED = `search_fold(title || E'\\x1f' || vendor_name)`

/**
 * Every import writes the whole of this index, and with each run of one, two and three characters as a key of its own
 * it was the dearest part of the writing. As words of a text search vector only the runs of three are needed: a shorter
 * term is found as the beginning of one.
 */
export async function up(db: Kysely<unknown>) {
  // The last two runs are shorter, so that the end of the text is found as well. Plain concatenation: concat() takes
  // half as long again.
  await sql`
    create function search_runs(given text) returns tsvector language plpgsql immutable parallel safe strict as $$
    declare
      letters text[] := string_to_array(given, null);
      runs text[] := array[right(given, 2), right(given, 1)];
    begin
      for i in 1..cardinality(letters) - 2 loop
        runs := runs || (letters[i] || letters[i + 1] || letters[i + 2]);
      end loop;
      return array_to_tsvector(runs);
    end $$`.execute(db)
  await sql`
    create function search_runs_of(term text) returns tsquery language sql immutable parallel safe strict as $$
      select string_agg(
        '''' || replace(replace(key, '\\', '\\\\'), '''', '''''') || case when length(key) < 3 then ''':*' else '''' end,
        ' & ')::tsquery
      from unnest(search_keys(term)) key
    $$`.execute(db)
  await replaceIndex(db, `search_runs(${SEARCHED})`)
}

export async function down(db: Kysely<unknown>) {
  await replaceIndex(db, `search_grams(${SEARCHED})`)
  await sql`drop function search_runs, search_runs_of`.execute(db)
}

async function replaceIndex(db: Kysely<unknown>, expression: string) {
  await sql`drop index staff_search`.execute(db)
  await sql.raw(`create index staff_search on deals using gin (${expression})`).execute(db)
  await sql`alter index staff_search alter column 1 set statistics 0`.execute(db)
}
