import { type Kysely, sql } from 'kysely'

const FORMER_TABLES = [
  ...['deal_click_days', 'deal_click_sums', 'place_click_sums', 'referrer_click_days', 'referrer_click_sums'],
  ...['click_days', 'click_roll_up', 'day_visitors', 'uncounted_clicks', 'tallies', 'empty_search_sums'],
]
const FORMER_FUNCTIONS = [
  ...['note_uncounted_clicks', 'take_off_clicks', 'sum_up_empty_searches'],
  ...['tally_all_reviews', 'tally_all_comments', 'tally_all_change_logs', 'tally_all_profiles'],
]

/** Two tables for all metrics of the analytics page, written by one job, in place of eleven and their triggers. */
export async function up(db: Kysely<unknown>) {
  for (const name of FORMER_FUNCTIONS) await sql`drop function ${sql.ref(name)} cascade`.execute(db)
  await createMetrics(db)
  await markClicks(db)
  await moveMetrics(db)
  for (const table of [...FORMER_TABLES, 'empty_searches']) await db.schema.dropTable(table).execute()

  await sql`alter table recent_clicks rename to click_dedup`.execute(db)
  await sql`alter index recent_clicks_to_forget rename to click_dedup_by_time`.execute(db)
  await removeFormerJobs(db)
}

async function createMetrics(db: Kysely<unknown>) {
  // Days are those of UTC. The key is a search term, and empty for what is counted once a day.
  await db.schema
    .createTable('daily_metrics')
    .addColumn('metric', 'text', (col) => col.notNull().check(sql`metric in ('clicks', 'visitors', 'empty_searches')`))
    .addColumn('day', 'date', (col) => col.notNull())
    .addColumn('key', 'text', (col) => col.notNull().check(sql`char_length(key) <= 200`))
    .addColumn('count', 'int4', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_count_per_metric_day_and_key', ['metric', 'day', 'key'])
    .execute()

  // Ranges end on the UTC day of the last roll-up. The key is the id of a deal, category or platform, a referrer or a
  // status, and empty for a grand total.
  await db.schema
    .createTable('metric_totals')
    .addColumn('metric', 'text', (col) => col.notNull())
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('last_7', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_30', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_90', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('all_time', 'bigint', (col) => col.notNull().defaultTo(0))
    // The row of all clicks says when the last roll-up was.
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('one_total_per_metric_and_key', ['metric', 'key'])
    .execute()
}

/**
 * A click carries whether it has been rolled up, so that none is counted twice or left out, whenever it commits. Those
 * that are here are in the totals made below.
 */
async function markClicks(db: Kysely<unknown>) {
  await sql`alter table click_events add column rolled_up boolean not null default true`.execute(db)
  await sql`alter table click_events alter column rolled_up set default false`.execute(db)
  await sql`create index clicks_to_roll_up on click_events (id) where not rolled_up`.execute(db)
}

/** The totals by category and platform, and those of contributions, follow with the first roll-up. */
async function moveMetrics(db: Kysely<unknown>) {
  await sql`
    insert into daily_metrics (metric, day, key, count)
    select metric, day, '', count from (
      select (created_at at time zone 'UTC')::date as day, count(*) as clicks, count(distinct visitor_key) as visitors
      from click_events group by 1
    ) days, lateral (values ('clicks', clicks), ('visitors', visitors)) as counted (metric, count)
    union all select 'empty_searches', day, term, searches from empty_searches`.execute(db)
  await sql`
    insert into metric_totals (metric, key, last_7, last_30, last_90, all_time)
    select case grouping(deal_id, referrer) when 3 then 'clicks' when 1 then 'deal_clicks' else 'referrer_clicks' end,
      coalesce(deal_id::text, referrer, ''), count(*) filter (where day > today - 7),
      count(*) filter (where day > today - 30), count(*) filter (where day > today - 90), count(*)
    from (
      select deal_id, coalesce(referrer, '') as referrer, (created_at at time zone 'UTC')::date as day,
        (now() at time zone 'UTC')::date as today
      from click_events
    ) clicks group by grouping sets ((), (deal_id), (referrer))`.execute(db)
}

/** Jobs that no worker knows any more would wait for ever. */
async function removeFormerJobs(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      if to_regclass('graphile_worker._private_jobs') is not null then
        delete from graphile_worker._private_jobs where task_id in (
          select id from graphile_worker._private_tasks where identifier in ('roll_up_figures', 'add_up_clicks'));
      end if;
    end $$`.execute(db)
}
