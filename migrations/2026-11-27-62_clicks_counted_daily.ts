import { type Kysely, sql } from 'kysely'

/** Clicks are counted once a day; those of the present day are counted when they are read. Empty searches are not counted. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop table daily_metrics;
    create table click_days (
      day date primary key,
      clicks integer not null,
      visitors integer not null
    );
    comment on table click_days is 'Clicks of past days, in UTC.';
    comment on column click_days.visitors is 'Visitors of this day, who cannot be added up over days.';
    drop index click_events_to_roll_up;
    alter table click_events drop column rolled_up;
    comment on table metric_totals is 'Clicks before the day (UTC) of the last count, by range. Ranges end with that day.';
    comment on column metric_totals.key is
      'The id of a deal, what earned, or a referrer; empty for all clicks.';
    comment on column metric_totals.updated_at is 'In the row of all clicks: when they were counted last.';

    create function count_clicks() returns void language sql as $$
      delete from metric_totals;
      insert into metric_totals (metric, key, last_7, last_30, last_90, all_time)
      select
        case grouping(deal_id, referrer, link)
          when 7 then 'clicks' when 3 then 'deal_clicks' when 5 then 'referrer_clicks' else 'link_clicks'
        end,
        coalesce(deal_id::text, referrer, link, ''),
        count(*) filter (where day > today - 7), count(*) filter (where day > today - 30),
        count(*) filter (where day > today - 90), count(*)
      from (
        select click_targets.deal_id, coalesce(referrer, '') as referrer, coalesce(link, '') as link,
          (created_at at time zone 'UTC')::date as day, (now() at time zone 'UTC')::date as today
        from click_events join click_targets on click_targets.id = click_events.deal_id
      ) clicks
      where day < today
      group by grouping sets ((), (deal_id), (referrer), (link));
      delete from click_days;
      insert into click_days (day, clicks, visitors)
      select (created_at at time zone 'UTC')::date as day, count(*), count(distinct visitor_key)
      from click_events where created_at < (now() at time zone 'UTC')::date::timestamp at time zone 'UTC'
      group by day;
    $$;
    comment on function count_clicks is 'Counts the clicks before today (UTC) for the analytics page.';
    -- A restored backup brings its own counts, and finds the tables empty.
    select count_clicks() where exists (select from click_events);

    do $$ begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      perform graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = 'roll_up_metrics'));
    end $$
  `.execute(db)
}
