import { type Kysely, sql } from 'kysely'

/** Readers report reviews; enough reports put a review into the queue of the staff. */
export async function up(db: Kysely<unknown>) {
  await createAlerts(db)
  await createReports(db)
  await queueReportedReviews(db)
  await followTheReview(db)
}

async function createAlerts(db: Kysely<unknown>) {
  await sql`
    create table review_alerts (
      id uuid primary key default gen_random_uuid(),
      review_id uuid not null references reviews (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      author_id uuid references profiles (id) on delete set null,
      status moderation_status not null default 'PENDING',
      rejection_reason rejection_reason,
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      constraint only_a_removed_review_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
      constraint an_undecided_or_kept_review_has_no_note
        check (moderation_reason is null or status not in ('PENDING', 'APPROVED'))
    );
    comment on table review_alerts is
      'Public reviews with enough reports to wait for staff. Approved means that the review was kept, rejected that it was removed.';
    comment on column review_alerts.author_id is 'The author of the review; null once the account is deleted.';
    comment on column review_alerts.rejection_reason is 'Published in the list of decisions.';
    comment on column review_alerts.moderation_reason is 'Note to the author of a review that was removed. Never published.';
    create unique index one_open_alert_per_review on review_alerts (review_id) where status = 'PENDING';
    create index review_alerts_by_review on review_alerts (review_id);
    create index review_alerts_by_deal on review_alerts (deal_id);
    create index review_alerts_by_author on review_alerts (author_id) where author_id is not null;
    create index review_alerts_by_moderator on review_alerts (moderated_by) where moderated_by is not null;

    create trigger review_alerts_wait_in_queue after insert or delete or update of status on review_alerts
      for each row execute function sync_queue_item('review_report', 'author_id', '3');
    comment on trigger review_alerts_wait_in_queue on review_alerts is 'A pending one waits in the queue of the staff.'
  `.execute(db)
}

async function createReports(db: Kysely<unknown>) {
  await sql`
    create type report_reason as enum
      ('SPAM', 'NOT_ABOUT_PRODUCT', 'CONFLICT_OF_INTEREST', 'ABUSIVE', 'PRIVATE_DATA', 'OTHER');
    create table review_reports (
      id uuid primary key default gen_random_uuid(),
      review_id uuid not null references reviews (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid not null references profiles (id) on delete cascade,
      reason report_reason not null,
      text text check (char_length(text) between 1 and 500),
      by_staff boolean not null default false,
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      alert_id uuid references review_alerts (id) on delete set null,
      constraint something_else_has_a_text check (reason <> 'OTHER' or text is not null),
      constraint an_open_report_has_no_decision check (alert_id is null or settled_at is not null)
    );
    comment on table review_reports is 'What readers say is wrong with a review. Only staff learn who said it.';
    comment on column review_reports.by_staff is 'Whether one report is enough, as its author was staff when writing it.';
    comment on column review_reports.settled_at is
      'When staff decided, or the review was rejected in another way. An open report has none.';
    comment on column review_reports.alert_id is 'The alert whose decision settled the report.';
    create unique index one_open_report_per_person_and_review on review_reports (review_id, user_id)
      where settled_at is null;
    create index review_reports_by_review on review_reports (review_id);
    create index review_reports_by_deal on review_reports (deal_id);
    create index review_reports_by_user on review_reports (user_id, created_at desc);
    create index review_reports_by_alert on review_reports (alert_id) where alert_id is not null
  `.execute(db)
}

/** Two who report at once wait for each other at the review, so that the second one sees the report of the first. */
async function queueReportedReviews(db: Kysely<unknown>) {
  await sql`
    create function has_enough_reports(review uuid) returns boolean language sql as $$
      select count(*) >= 3 or coalesce(bool_or(by_staff), false)
      from review_reports where review_id = review and settled_at is null
    $$;
    comment on function has_enough_reports is 'Whether three people report a review, or one member of the staff.';

    create function queue_reported_review(review uuid) returns void language plpgsql as $$
    begin
      perform from reviews where id = review for no key update;
      if has_enough_reports(review) then
        insert into review_alerts (review_id, deal_id, author_id)
        select id, deal_id, user_id from reviews where id = review and status = 'APPROVED'
        on conflict (review_id) where status = 'PENDING' do nothing;
      end if;
    end $$;
    comment on function queue_reported_review is 'Makes the alert that enough reports of a public review call for.';

    create function count_review_reports() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform queue_reported_review(new.review_id);
      elsif not has_enough_reports(old.review_id) then
        delete from review_alerts where review_id = old.review_id and status = 'PENDING';
      end if;
      return null;
    end $$;
    comment on function count_review_reports is 'Keeps the alert of a review with the number of its open reports.';
    create trigger review_reports_are_counted after insert or delete on review_reports
      for each row execute function count_review_reports();
    comment on trigger review_reports_are_counted on review_reports is
      'Enough reports put the review into the queue of the staff; too few take it out again.'
  `.execute(db)
}

async function followTheReview(db: Kysely<unknown>) {
  await sql`
    create function follow_reported_review() returns trigger language plpgsql as $$
    begin
      if new.status = 'REJECTED' then
        update review_reports set settled_at = now() where review_id = new.id and settled_at is null;
      end if;
      if new.status = 'APPROVED' then
        perform queue_reported_review(new.id);
      else
        delete from review_alerts where review_id = new.id and status = 'PENDING';
      end if;
      return null;
    end $$;
    comment on function follow_reported_review is
      'Reports wait for staff only while the review is public, and the rejection of the review settles them.';
    create trigger reviews_take_reports_along after update of status on reviews
      for each row when (old.status is distinct from new.status) execute function follow_reported_review();
    comment on trigger reviews_take_reports_along on reviews is 'A review that is not public is not waiting for its reports.';

    create function renew_review_alert() returns trigger language plpgsql as $$
    begin
      update review_alerts set created_at = created_at where review_id = new.id and status = 'PENDING';
      return null;
    end $$;
    comment on function renew_review_alert is
      'Gives a waiting alert a new version, so that nobody decides about a text that they have not read.';
    create trigger reviews_renew_alerts after update of rating, title, body on reviews
      for each row when ((old.rating, old.title, old.body) is distinct from (new.rating, new.title, new.body))
      execute function renew_review_alert();
    comment on trigger reviews_renew_alerts on reviews is 'A reported review may be edited while it waits.'
  `.execute(db)
}
