import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await createBookmarks(db)
  await createClicks(db)
  await createMetrics(db)
}

async function createBookmarks(db: Kysely<unknown>) {
  await sql`
    create table bookmarks (
      user_id uuid not null references profiles (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      created_at timestamptz not null default now(),
      constraint one_bookmark_per_person_and_deal primary key (user_id, deal_id)
    );
    comment on table bookmarks is 'Saved deals of members.';
    create index bookmarks_by_deal on bookmarks (deal_id)
  `.execute(db)
}

/** No address of a visitor is stored, and once click_dedup is cleaned up nothing leads from a click to a visitor. */
async function createClicks(db: Kysely<unknown>) {
  await sql`
    create table click_events (
      id bigint primary key generated always as identity,
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid references profiles (id) on delete set null,
      referrer text check (char_length(referrer) between 1 and 500),
      visitor_key bytea check (octet_length(visitor_key) <= 32),
      created_at timestamptz not null default now(),
      rolled_up boolean not null default false
    );
    comment on table click_events is 'Clicks on the offers of deals.';
    comment on column click_events.visitor_key is
      'A keyed hash that tells the visitors of one day apart, and nothing else.';
    comment on column click_events.rolled_up is
      'Whether the metrics contain the click, so that none is counted twice or left out, whenever it commits.';
    create index click_events_by_deal on click_events (deal_id, created_at);
    create index click_events_by_date on click_events (created_at);
    create index click_events_by_user on click_events (user_id) where user_id is not null;
    create index click_events_to_roll_up on click_events (id) where not rolled_up;

    create table click_dedup (
      key bytea primary key check (octet_length(key) = 16),
      counted_at timestamptz not null default now()
    );
    comment on table click_dedup is 'Clicks of the last half hour, which are not counted again.';
    comment on column click_dedup.key is 'A keyed hash of the visitor and the deal.';
    create index click_dedup_by_date on click_dedup (counted_at)
  `.execute(db)
}

async function createMetrics(db: Kysely<unknown>) {
  await sql`
    create table daily_metrics (
      metric text not null check (metric in ('clicks', 'visitors', 'empty_searches')),
      day date not null,
      key text not null check (char_length(key) <= 200),
      count int4 not null,
      constraint one_count_per_metric_day_and_key primary key (metric, day, key)
    );
    comment on table daily_metrics is 'Metrics of the analytics page by day.';
    comment on column daily_metrics.day is 'In UTC.';
    comment on column daily_metrics.key is 'A search term; empty for what is counted once a day.';

    create table metric_totals (
      metric text not null,
      key text not null,
      last_7 int4 not null default 0,
      last_30 int4 not null default 0,
      last_90 int4 not null default 0,
      all_time bigint not null default 0,
      updated_at timestamptz not null default now(),
      constraint one_total_per_metric_and_key primary key (metric, key)
    );
    comment on table metric_totals is
      'Metrics of the analytics page by range. The ranges end on the day, in UTC, of the last roll-up.';
    comment on column metric_totals.key is
      'The id of a deal, category or platform, a referrer or a status; empty for a grand total.';
    comment on column metric_totals.updated_at is 'Of the row of all clicks: when the last roll-up was.'
  `.execute(db)
}
