import { type Kysely, sql } from 'kysely'

const TABLES = [
  { table: 'reviews', body: 'body' },
  { table: 'comments', body: 'body' },
  { table: 'change_logs', body: 'description' },
]
const KEYS = [1, 2, 3]

export async function up(db: Kysely<unknown>) {
  // Of all runs of three words of a text, three are kept, each the first by an order of its own. Two texts that share
  // half of their runs share one of the three in seven cases out of eight, so that an ordinary index finds copies that
  // were touched up, in as many rows as there may be. Only ASCII is taken apart: the result hangs on no locale.
  await sql`
    create function text_keys(given text) returns bigint[] language sql immutable parallel safe strict as $$
      with words as (
        select regexp_split_to_array(btrim(regexp_replace(lower(given), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')), ' ') as list
      ), runs as (
        select array_to_string(list[i:i + 2], ' ') as run
        from words, generate_series(1, greatest(cardinality(list) - 2, 1)) i
      )
      select array[min(hashtextextended(run, 1)), min(hashtextextended(run, 2)), min(hashtextextended(run, 3))] from runs
    $$`.execute(db)

  for (const { table, body } of TABLES) {
    await sql`
      alter table ${sql.table(table)} add column text_keys bigint[]
      generated always as (text_keys(${sql.ref(body)})) stored`.execute(db)
    for (const key of KEYS) {
      await sql`
        create index ${sql.raw(`${table}_alike_${key}`)} on ${sql.table(table)} ((text_keys[${sql.lit(key)}]))`.execute(
        db,
      )
    }
    // Decided items, the newest decision first; the queue has its index already.
    await sql`
      create index ${sql.raw(`${table}_decided`)} on ${sql.table(table)} (status, moderated_at desc nulls last, id desc)
      where status <> 'PENDING'`.execute(db)
  }

  // What people write, in one shape, for those who decide on it. "version" changes with every change of the row.
  await sql`
    create view contributions as
      select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
        moderated_by, moderated_at, created_at, text_keys, xmin::text as version, rating,
        null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
        null as source_url, null::affects_owners as affects_owners
      from reviews
      union all
      select 'comment', id, deal_id, user_id, null, body, status, null,
        moderated_by, moderated_at, created_at, text_keys, xmin::text, null, null, null, null, null, null, null
      from comments
      union all
      select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
        moderated_by, moderated_at, created_at, text_keys, xmin::text, null,
        kind, old_value, new_value, effective_on, source_url, affects_owners
      from change_logs`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop view contributions`.execute(db)
  for (const { table } of TABLES) {
    await sql`drop index ${sql.raw(`${table}_decided`)}`.execute(db)
    await sql`alter table ${sql.table(table)} drop column text_keys`.execute(db)
  }
  await sql`drop function text_keys`.execute(db)
}
