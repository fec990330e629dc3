import { type Kysely, sql } from 'kysely'

const TABLES_SHOWN_TO_VISITORS = ['availability_reports', 'deal_alerts']
const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}
/** Kinds of alerts with their kind and rank in the queue, see the comment on queue_items.rank. */
const ALERTS = [
  { kind: 'ENDED_REPORTS', queued: 'ended_report', rank: 2 },
  { kind: 'BROKEN_LINK', queued: 'broken_link', rank: 7 },
  { kind: 'PAGE_DIFFERENCE', queued: 'page_difference', rank: 7 },
]

/** What a deal is on a given day, who checked it when, and what members and the vendor's page say about it. */
export async function up(db: Kysely<unknown>) {
  await createShownStatus(db)
  await addChecks(db)
  await createAlerts(db)
  await createAvailabilityReports(db)
  await createLinkChecks(db)
  await announceChanges(db)
}

async function createShownStatus(db: Kysely<unknown>) {
  await sql`
    create function shown_status(status deal_status, start_date date, end_date date, today date)
      returns deal_status language sql immutable parallel safe
      return case
        when status = 'EXPIRED' or end_date < today then 'EXPIRED'::deal_status
        when start_date > today then 'UPCOMING'::deal_status
        when status = 'ENDING_SOON' or end_date <= today + 7 then 'ENDING_SOON'::deal_status
        else 'ACTIVE'::deal_status
      end;
    comment on function shown_status is
      'The status that visitors see on a day. It is computed wherever it is shown, filtered by or counted, and never stored.'
  `.execute(db)
}

async function addChecks(db: Kysely<unknown>) {
  await sql`
    alter table deals
      add column checked_at timestamptz,
      add column checked_by uuid references profiles (id) on delete set null,
      add column imported_at timestamptz;
    comment on column deals.status is 'As set by staff. Visitors see what shown_status makes of it and the dates.';
    comment on column deals.checked_at is 'When staff last confirmed that the deal is as described; null if never.';
    comment on column deals.imported_at is 'When an import created the deal; null for deals that staff entered.';
    create index deals_by_checker on deals (checked_by) where checked_by is not null;

    -- A slug may have been created twice, when the first deal was deleted in between.
    update deals set imported_at = created.created_at
    from (
      select distinct on (slug) import_rows.slug, imports.created_at
      from import_rows join imports on imports.id = import_rows.import_id
      where outcome = 'created' and imports.status in ('DONE', 'PUBLISHING')
      order by slug, imports.created_at desc
    ) created
    where deals.slug = created.slug
  `.execute(db)
}

async function createAlerts(db: Kysely<unknown>) {
  await sql`
    create table deal_alerts (
      id uuid primary key default gen_random_uuid(),
      deal_id uuid not null references deals (id) on delete cascade,
      kind text not null check (kind in ('ENDED_REPORTS', 'BROKEN_LINK', 'PAGE_DIFFERENCE')),
      details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
      status moderation_status not null default 'PENDING',
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table deal_alerts is
      'Doubts about a published deal that wait for staff. Approved means that staff agreed with the doubt and changed the deal.';
    comment on column deal_alerts.kind is
      'ENDED_REPORTS: members say that it ended. BROKEN_LINK: its link failed on three days. PAGE_DIFFERENCE: the vendor''s page names another price or currency, or says that it is not available.';
    comment on column deal_alerts.details is 'What was found; the type of each kind is in app/features/freshness/alert.ts.';
    create unique index one_open_alert_per_deal_and_kind on deal_alerts (deal_id, kind) where status = 'PENDING';
    create index deal_alerts_by_deal on deal_alerts (deal_id);
    create index deal_alerts_by_moderator on deal_alerts (moderated_by) where moderated_by is not null
  `.execute(db)
  for (const { kind, queued, rank } of ALERTS) {
    for (const { name, event, row } of [
      { name: `${queued}s_wait_in_queue`, event: 'insert or update of status', row: 'new' },
      { name: `${queued}s_leave_queue`, event: 'delete', row: 'old' },
    ]) {
      await sql
        .raw(`
          create trigger ${name} after ${event} on deal_alerts
            for each row when (${row}.kind = '${kind}') execute function sync_queue_item('${queued}', 'author_id', '${rank}');
          comment on trigger ${name} on deal_alerts is 'An alert waits in the queue of the staff until it is decided.'`)
        .execute(db)
    }
  }
}

async function createAvailabilityReports(db: Kysely<unknown>) {
  await sql`
    alter type karma_source add value if not exists 'AVAILABILITY_REPORT';
    create table availability_reports (
      id uuid primary key default gen_random_uuid(),
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid not null references profiles (id) on delete cascade,
      has_ended boolean not null,
      counts boolean not null,
      status moderation_status not null default 'PENDING',
      alert_id uuid references deal_alerts (id) on delete set null,
      created_at timestamptz not null default now()
    );
    comment on table availability_reports is
      'What members say about whether a deal is still available. Approved means they were right, rejected that they were not.';
    comment on column availability_reports.counts is
      'Whether the account was older than seven days, so that the report counts towards an alert.';
    comment on column availability_reports.alert_id is 'The alert whose decision settled the report.';
    create unique index one_live_report_per_member_and_deal on availability_reports (deal_id, user_id)
      where status = 'PENDING';
    create index availability_reports_by_user on availability_reports (user_id, created_at desc);
    create index availability_reports_by_alert on availability_reports (alert_id) where alert_id is not null;
    create index availability_reports_by_deal on availability_reports (deal_id);
    create trigger availability_reports_award_karma after insert or update of status on availability_reports
      for each row execute function award_karma('user_id', 'AVAILABILITY_REPORT', '1');
    comment on trigger availability_reports_award_karma on availability_reports is
      'A member who was right earns 1 karma, until the decision is undone.'
  `.execute(db)
}

async function createLinkChecks(db: Kysely<unknown>) {
  await sql`
    create type link_result as enum ('OK', 'FAILED', 'UNKNOWN');
    create table link_checks (
      deal_id uuid primary key references deals (id) on delete cascade,
      url text not null,
      host text not null,
      due_at timestamptz not null default now(),
      checked_at timestamptz,
      result link_result,
      reason text,
      failed_on date[] not null default '{}',
      is_watched boolean not null default true,
      found jsonb,
      found_since timestamptz,
      ignored jsonb
    );
    comment on table link_checks is 'The last visit of a job to the vendor''s page of each deal, and when it is visited again.';
    comment on column link_checks.url is 'The link that was checked; when the deal gets another one, everything begins anew.';
    comment on column link_checks.host is 'Of the link, in lower case: one request at a time is sent to each.';
    comment on column link_checks.result is 'UNKNOWN: the page refused robots or had an error of its own, which says nothing about the link.';
    comment on column link_checks.reason is 'Why it failed or is unknown, such as "404".';
    comment on column link_checks.failed_on is 'The days (UTC) of the failures since the link last worked.';
    comment on column link_checks.is_watched is 'Whether the price on the page is compared with the deal.';
    comment on column link_checks.found is 'The price, currency and availability on the page where they differ from the deal.';
    comment on column link_checks.found_since is 'The first visit that found this difference.';
    comment on column link_checks.ignored is 'A difference that staff chose to ignore.';
    create index link_checks_by_host on link_checks (host, due_at)
  `.execute(db)
}

/** Visitors see the reports and alerts of published deals, see the migration of content announcements. */
async function announceChanges(db: Kysely<unknown>) {
  for (const table of TABLES_SHOWN_TO_VISITORS) {
    for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
      const name = `${table}_announce_${event}s`
      await sql
        .raw(`
          create trigger ${name} after ${event} on ${table} referencing ${transitionTables}
            for each statement execute function announce_change_in_published_deals();
          comment on trigger ${name} on ${table} is 'Changes that visitors see are announced to the page caches.'`)
        .execute(db)
    }
  }
}
