import { type Kysely, sql } from 'kysely'

const TALLIED = [
  { table: 'reviews', status: 'status::text', rating: 'rating' },
  { table: 'comments', status: 'status::text', rating: '0' },
  { table: 'change_logs', status: 'status::text', rating: '0' },
  { table: 'profiles', status: `''`, rating: '0' },
]

export async function up(db: Kysely<unknown>) {
  await createClickSums(db)
  await keepClicksUncounted(db)
  await createTallies(db)
  // Searches that found nothing, by day; bounded by who writes them.
  await db.schema
    .createTable('empty_searches')
    .addColumn('day', 'date', (col) => col.notNull())
    .addColumn('term', 'text', (col) => col.notNull().check(sql`char_length(term) between 1 and 200`))
    .addColumn('searches', 'int4', (col) => col.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('one_count_per_term_and_day', ['day', 'term'])
    .execute()
}

/** Days are those of UTC. A deal's own rows go with the deal, as its clicks do. */
async function createClickSums(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_click_days')
    .addColumn('day', 'date', (col) => col.notNull())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('clicks', 'int4', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_click_count_per_deal_and_day', ['day', 'deal_id'])
    .execute()
  await db.schema.createIndex('click_days_of_deal').on('deal_click_days').column('deal_id').execute()
  await db.schema
    .createTable('click_days')
    .addColumn('day', 'date', (col) => col.primaryKey())
    .addColumn('clicks', 'int4', (col) => col.notNull())
    .addColumn('visitors', 'int4', (col) => col.notNull().defaultTo(0))
    // The visitors of a day cannot be added up, so they are counted anew when its clicks have changed.
    .addColumn('visitors_changed', 'boolean', (col) => col.notNull().defaultTo(true))
    .execute()
  await db.schema
    .createTable('referrer_click_days')
    .addColumn('day', 'date', (col) => col.notNull())
    // Empty for clicks whose referrer is not known.
    .addColumn('referrer', 'text', (col) => col.notNull())
    .addColumn('clicks', 'int4', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_click_count_per_referrer_and_day', ['day', 'referrer'])
    .execute()

  // What the ranges of the analytics page sum up to, as of the day in click_roll_up.
  for (const [table, key] of [
    ['deal_click_sums', 'deal_id'],
    ['place_click_sums', 'place_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn(key, 'uuid', (col) => col.primaryKey())
      .addColumn('last_7', 'int4', (col) => col.notNull().defaultTo(0))
      .addColumn('last_30', 'int4', (col) => col.notNull().defaultTo(0))
      .addColumn('last_90', 'int4', (col) => col.notNull().defaultTo(0))
      .addColumn('ever', 'int4', (col) => col.notNull().defaultTo(0))
      .execute()
  }
  await sql`alter table deal_click_sums add foreign key (deal_id) references deals (id) on delete cascade`.execute(db)
  for (const range of ['last_7', 'last_30', 'last_90', 'ever']) {
    await sql`create index ${sql.ref(`deals_by_clicks_${range}`)} on deal_click_sums (${sql.ref(range)} desc, deal_id)
      where ${sql.ref(range)} > 0`.execute(db)
  }
  await sql`create table click_roll_up (as_of date not null)`.execute(db)
  await sql`insert into click_roll_up values ((now() at time zone 'UTC')::date)`.execute(db)
}

/**
 * Every click is noted as uncounted with the same commit that writes it, however it is written. The roll-up takes the
 * notes away in the transaction that adds the clicks up: no click is counted twice or left out, whenever it commits.
 */
async function keepClicksUncounted(db: Kysely<unknown>) {
  await sql`create table uncounted_clicks (click_id bigint primary key)`.execute(db)
  await sql`insert into uncounted_clicks select id from click_events`.execute(db)
  await sql`
    create function note_uncounted_clicks() returns trigger language plpgsql as $$
    begin
      insert into uncounted_clicks select id from fresh;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger clicks_are_noted after insert on click_events referencing new table as fresh
    for each statement execute function note_uncounted_clicks()`.execute(db)

  // Clicks go with their deal. Those that were counted are taken off the sums that do not go with it.
  await sql`
    create function take_off_clicks() returns trigger language plpgsql as $$
    declare
      noted bigint[];
    begin
      with taken as (delete from uncounted_clicks using gone where click_id = gone.id returning click_id)
      select array_agg(click_id) into noted from taken;
      -- Statements of their own: while the first waited for a roll-up, that may have added a day.
      update click_days set clicks = click_days.clicks - lost.clicks, visitors_changed = true
      from (
        select (created_at at time zone 'UTC')::date as day, count(*) as clicks
        from gone left join unnest(noted) as still (id) using (id) where still.id is null group by 1
      ) lost where click_days.day = lost.day;
      update referrer_click_days set clicks = referrer_click_days.clicks - lost.clicks
      from (
        select (created_at at time zone 'UTC')::date as day, coalesce(referrer, '') as referrer, count(*) as clicks
        from gone left join unnest(noted) as still (id) using (id) where still.id is null group by 1, 2
      ) lost where referrer_click_days.day = lost.day and referrer_click_days.referrer = lost.referrer;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger clicks_are_taken_off after delete on click_events referencing old table as gone
    for each statement execute function take_off_clicks()`.execute(db)
}

/**
 * How many rows a table has by status, as a ledger of differences: writers only add lines, so that they never wait for
 * each other, and the roll-up replaces the lines by their sum.
 */
async function createTallies(db: Kysely<unknown>) {
  await db.schema
    .createTable('tallies')
    .addColumn('source', 'text', (col) => col.notNull())
    .addColumn('status', 'text', (col) => col.notNull())
    .addColumn('entries', 'bigint', (col) => col.notNull())
    .addColumn('rating_sum', 'bigint', (col) => col.notNull())
    .execute()
  for (const { table, status, rating } of TALLIED) {
    const [source, what] = [sql.lit(table), sql.raw(`${status} as status, ${rating} as rating`)]
    const counted = (rows: string) => sql`${source}, status, count(*), coalesce(sum(rating), 0) from (
      select ${what} from ${sql.raw(rows)}) counted group by status`
    await sql`insert into tallies select ${counted(table)}`.execute(db)
    const name = sql.raw(`tally_all_${table}`)
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into tallies select ${source}, status, -count(*), -coalesce(sum(rating), 0)
            from (select ${what} from gone) counted group by status;
        end if;
        if tg_op <> 'DELETE' then
          insert into tallies select ${counted('fresh')};
        end if;
        return null;
      end $$`.execute(db)
    for (const [event, tables] of [
      ['insert', 'new table as fresh'],
      ['update', 'old table as gone new table as fresh'],
      ['delete', 'old table as gone'],
    ] as const) {
      // Changes that a profile goes through change no number.
      if (table === 'profiles' && event === 'update') continue
      await sql`
        create trigger ${sql.raw(`${table}_are_tallied_at_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(tables)} for each statement execute function ${name}()`.execute(db)
    }
  }
}

export async function down(db: Kysely<unknown>) {
  for (const { table } of TALLIED) await sql`drop function ${sql.raw(`tally_all_${table}`)} cascade`.execute(db)
  for (const name of ['take_off_clicks', 'note_uncounted_clicks']) {
    await sql`drop function ${sql.raw(name)} cascade`.execute(db)
  }
  for (const table of [
    ...['empty_searches', 'tallies', 'uncounted_clicks', 'click_roll_up', 'place_click_sums', 'deal_click_sums'],
    ...['referrer_click_days', 'click_days', 'deal_click_days'],
  ]) {
    await db.schema.dropTable(table).execute()
  }
}
