import { type Kysely, sql } from 'kysely'

const LISTS = ['deal_pros_cons', 'deal_faqs']
const CHANGED_ROWS = { insert: ['new_rows'], update: ['old_rows', 'new_rows'], delete: ['old_rows'] }

/** An import writes several rows of prices, pros and cons for every deal: what each of them costs is paid often. */
export async function up(db: Kysely<unknown>) {
  // Nobody asks for an entry by its number. The key is its place at the deal, which had an index of its own beside.
  await sql`
    alter table deal_pros_cons
      drop column id,
      drop constraint one_entry_per_place_in_pros_and_cons,
      add primary key (deal_id, type, position)`.execute(db)
  await sql`
    alter table deal_faqs
      drop column id,
      drop constraint one_question_per_place,
      add primary key (deal_id, position)`.execute(db)
  // Here the number stays: it orders what one transaction has recorded.
  await sql`drop index price_points_of_deal`.execute(db)
  await sql`
    alter table deal_price_points
      drop constraint deal_price_points_pkey,
      add primary key (deal_id, recorded_at, id)`.execute(db)

  // A join of thousands of entries with the deals, planned without nested loops as imports do, reads every published
  // deal of the site for each batch. As an array the deals are found by their key, whatever plan a session keeps.
  await announceLists(
    db,
    (rows) => `
      exists (select from deals where published
        and id = any(array(${rows.map((name) => `select deal_id from ${name}`).join(' union all ')})))`,
  )

  // The same words of the staff's index, cut at every third character, from the first, the second and the third on:
  // half the time of putting each run together in a loop. The last one or two characters are what the cuts leave over.
  await sql`
    create or replace function search_runs(given text) returns tsvector
    language plpgsql immutable parallel safe strict as $$
    begin
      return array_to_tsvector(array_remove(string_to_array(
        regexp_replace(given, '...', E'\\\\&\\x01', 'g') || E'\\x01' ||
        regexp_replace(substr(given, 2), '...', E'\\\\&\\x01', 'g') || E'\\x01' ||
        regexp_replace(substr(given, 3), '...', E'\\\\&\\x01', 'g'), E'\\x01'), ''));
    end $$`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`
    create or replace function search_runs(given text) returns tsvector
    language plpgsql immutable parallel safe strict as $$
    declare
      letters text[] := string_to_array(given, null);
      runs text[] := array[right(given, 2), right(given, 1)];
    begin
      for i in 1..cardinality(letters) - 2 loop
        runs := runs || (letters[i] || letters[i + 1] || letters[i + 2]);
      end loop;
      return array_to_tsvector(runs);
    end $$`.execute(db)
  await announceLists(db, (rows) =>
    rows
      .map(
        (name) =>
          `exists (select from ${name} changed where exists (select from deals where deals.id = changed.deal_id and published))`,
      )
      .join(' or '),
  )
  await sql`
    alter table deal_price_points
      drop constraint deal_price_points_pkey,
      add primary key (id)`.execute(db)
  await sql`create index price_points_of_deal on deal_price_points (deal_id, recorded_at, id)`.execute(db)
  await sql`
    alter table deal_faqs
      drop constraint deal_faqs_pkey,
      add column id bigint generated always as identity primary key,
      add constraint one_question_per_place unique (deal_id, position)`.execute(db)
  await sql`
    alter table deal_pros_cons
      drop constraint deal_pros_cons_pkey,
      add column id bigint generated always as identity primary key,
      add constraint one_entry_per_place_in_pros_and_cons unique (deal_id, type, position)`.execute(db)
}

/** Says anew when a change of pros, cons and questions is announced: when one of their deals is published. */
async function announceLists(db: Kysely<unknown>, isSeen: (rows: string[]) => string) {
  for (const table of LISTS) {
    for (const [verb, rows] of Object.entries(CHANGED_ROWS)) {
      await sql
        .raw(`
          create or replace function announce_${verb}_of_${table}() returns trigger language plpgsql as $$
          begin
            if ${isSeen(rows)} then notify content_changed; end if;
            return null;
          end $$`)
        .execute(db)
    }
  }
}
