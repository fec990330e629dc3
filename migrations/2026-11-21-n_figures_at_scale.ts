import { type Kysely, sql } from 'kysely'

const RANGES = { last_7: 7, last_30: 30, last_90: 90 }

/** What the figures cost no longer grows with the clicks of a day, the referrers or the searches there have been. */
export async function up(db: Kysely<unknown>) {
  await describeUncountedClicks(db)
  await createDayVisitors(db)
  await createReferrerSums(db)
  await createSearchSums(db)
}

/** A note says what is to be added up, so that neither the page nor the roll-up looks for the click itself. */
async function describeUncountedClicks(db: Kysely<unknown>) {
  await db.schema
    .alterTable('uncounted_clicks')
    .addColumn('deal_id', 'uuid')
    .addColumn('day', 'date')
    .addColumn('referrer', 'text')
    .addColumn('visitor_key', 'bytea')
    .execute()
  await sql`
    update uncounted_clicks set deal_id = click.deal_id, day = (created_at at time zone 'UTC')::date,
      referrer = coalesce(click.referrer, ''), visitor_key = click.visitor_key
    from click_events click where click.id = click_id`.execute(db)
  await sql`
    alter table uncounted_clicks alter column deal_id set not null, alter column day set not null,
      alter column referrer set not null`.execute(db)
  await sql`
    create or replace function note_uncounted_clicks() returns trigger language plpgsql as $$
    begin
      insert into uncounted_clicks (click_id, deal_id, day, referrer, visitor_key)
        select id, deal_id, (created_at at time zone 'UTC')::date, coalesce(referrer, ''), visitor_key from fresh;
      return null;
    end $$`.execute(db)
}

/** Who was counted yesterday and today; of the days before, the number alone is kept. */
async function createDayVisitors(db: Kysely<unknown>) {
  await db.schema
    .createTable('day_visitors')
    .addColumn('day', 'date', (col) => col.notNull())
    .addColumn('visitor_key', 'bytea', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_visitor_per_key_and_day', ['day', 'visitor_key'])
    .execute()
  // The first roll-up counts these days anew, and notes whom it has counted.
  await sql`
    update click_days set visitors_changed = true where day >= (now() at time zone 'UTC')::date - 1`.execute(db)
}

/** As of the day in click_roll_up, as the sums of deals are. */
async function createReferrerSums(db: Kysely<unknown>) {
  await db.schema
    .createTable('referrer_click_sums')
    .addColumn('referrer', 'text', (col) => col.primaryKey())
    .addColumn('last_7', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_30', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_90', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('ever', 'int4', (col) => col.notNull().defaultTo(0))
    .execute()
  const sums = Object.values(RANGES).map(
    (days) => sql`coalesce(sum(clicks) filter (where day > as_of - ${sql.lit(days)}), 0)`,
  )
  await sql`
    insert into referrer_click_sums (referrer, ${sql.raw(Object.keys(RANGES).join(', '))}, ever)
    select referrer, ${sql.join(sums)}, sum(clicks) from referrer_click_days, click_roll_up group by referrer`.execute(
    db,
  )
  for (const range of [...Object.keys(RANGES), 'ever']) {
    await sql`
      create index ${sql.ref(`referrers_by_clicks_${range}`)} on referrer_click_sums (${sql.ref(range)} desc, referrer)
      where ${sql.ref(range)} > 0`.execute(db)
  }
}

/** How often each term was searched for in all the days that are kept. */
async function createSearchSums(db: Kysely<unknown>) {
  await db.schema
    .createTable('empty_search_sums')
    .addColumn('term', 'text', (col) => col.primaryKey())
    .addColumn('searches', 'bigint', (col) => col.notNull())
    .execute()
  await sql`
    insert into empty_search_sums select term, sum(searches) from empty_searches group by term`.execute(db)
  await sql`create index terms_by_searches on empty_search_sums (searches desc, term)`.execute(db)
  await sql`
    create function sum_up_empty_searches() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update empty_search_sums set searches = searches - old.searches where term = old.term;
      end if;
      if tg_op <> 'DELETE' then
        insert into empty_search_sums as sums values (new.term, new.searches)
        on conflict (term) do update set searches = sums.searches + excluded.searches;
      else
        delete from empty_search_sums where term = old.term and searches <= 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger empty_searches_are_summed_up after insert or update or delete on empty_searches
    for each row execute function sum_up_empty_searches()`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop function sum_up_empty_searches cascade`.execute(db)
  await db.schema.dropTable('empty_search_sums').execute()
  await db.schema.dropTable('referrer_click_sums').execute()
  await db.schema.dropTable('day_visitors').execute()
  await sql`
    create or replace function note_uncounted_clicks() returns trigger language plpgsql as $$
    begin
      insert into uncounted_clicks select id from fresh;
      return null;
    end $$`.execute(db)
  await sql`
    alter table uncounted_clicks drop column deal_id, drop column day, drop column referrer,
      drop column visitor_key`.execute(db)
}
