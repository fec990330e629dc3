import { type Kysely, sql } from 'kysely'

const HAS_NO_NOTE = sql`moderation_reason is null or status not in ('PENDING', 'APPROVED')`

/** Reports of reviews, reports that a deal ended or is open again, and the checks of links. */
export async function up(db: Kysely<unknown>) {
  await createReviewReports(db)
  await alertOnReports(db)
  await settleReports(db)
  await createAvailability(db)
  await createLinkChecks(db)
}

async function createReviewReports(db: Kysely<unknown>) {
  await db.schema
    .createType('report_reason')
    .asEnum(['SPAM', 'NOT_ABOUT_PRODUCT', 'CONFLICT_OF_INTEREST', 'ABUSIVE', 'PRIVATE_DATA', 'OTHER'])
    .execute()

  await db.schema
    .createTable('review_alerts')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('author_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('only_a_removed_review_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_kept_review_has_no_note', HAS_NO_NOTE)
    .execute()
  await db.schema.createIndex('review_alerts_by_review').on('review_alerts').column('review_id').execute()
  await db.schema.createIndex('review_alerts_by_deal').on('review_alerts').column('deal_id').execute()
  await sql`
    comment on table review_alerts is
      'Public reviews with enough reports to wait for staff. Approved means that the review stays, rejected that it was removed.';
    comment on column review_alerts.author_id is 'The author of the review; null once the account is deleted.';
    comment on column review_alerts.rejection_reason is 'Published in the list of decisions.';
    comment on column review_alerts.moderation_reason is 'Note to the author of a removed review. Never published.';
    create unique index one_open_alert_per_review on review_alerts (review_id) where status = 'PENDING';
    create index review_alerts_by_author on review_alerts (author_id) where author_id is not null;
    create index review_alerts_by_moderator on review_alerts (moderated_by) where moderated_by is not null
  `.execute(db)

  await db.schema
    .createTable('review_reports')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('reason', sql`report_reason`, (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.check(sql`char_length(text) between 1 and 500`))
    .addColumn('by_staff', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('settled_at', 'timestamptz')
    .addColumn('alert_id', 'uuid', (col) => col.references('review_alerts.id').onDelete('set null'))
    .addCheckConstraint('something_else_has_a_text', sql`reason <> 'OTHER' or text is not null`)
    .addCheckConstraint('an_open_report_has_no_decision', sql`alert_id is null or settled_at is not null`)
    .execute()
  await db.schema.createIndex('review_reports_by_review').on('review_reports').column('review_id').execute()
  await db.schema.createIndex('review_reports_by_deal').on('review_reports').column('deal_id').execute()
  await sql`
    comment on table review_reports is 'Reports of reviews by readers. Only staff see their authors.';
    comment on column review_reports.by_staff is 'Whether the author was staff, so that one report is enough.';
    comment on column review_reports.settled_at is
      'When staff decided, or the review was rejected otherwise. Null for an open report.';
    comment on column review_reports.alert_id is 'The alert whose decision settled the report.';
    create unique index one_open_report_per_person_and_review on review_reports (review_id, user_id)
      where settled_at is null;
    create index review_reports_by_user on review_reports (user_id, created_at desc);
    create index review_reports_by_alert on review_reports (alert_id) where alert_id is not null
  `.execute(db)
}

/** Concurrent reports wait for each other at the review, so that the second one sees the first. */
async function alertOnReports(db: Kysely<unknown>) {
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
    comment on function queue_reported_review is 'Adds an alert for a public review with enough reports.';

    create function count_review_reports() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform queue_reported_review(new.review_id);
      elsif not has_enough_reports(old.review_id) then
        delete from review_alerts where review_id = old.review_id and status = 'PENDING';
      end if;
      return null;
    end $$;
    comment on function count_review_reports is
      'Adds or deletes the alert of a review by the number of its open reports.';
    create trigger review_reports_are_counted after insert or delete on review_reports
      for each row execute function count_review_reports();
    comment on trigger review_reports_are_counted on review_reports is
      'Enough reports queue the review; too few remove it from the queue.'
  `.execute(db)
}

async function settleReports(db: Kysely<unknown>) {
  await sql`
    create function notify_reporters(review uuid, moderator uuid) returns void language plpgsql as $$
    begin
      insert into notifications (user_id, kind, cause, deal_id, data)
        select reports.user_id, 'report_decided', 'report:' || reports.id, deals.id,
          jsonb_build_object('deal', deals.title, 'isRemoved', true)
        from review_reports reports join deals on deals.id = reports.deal_id
        where review_id = review and settled_at is null and reports.user_id is distinct from moderator
        on conflict on constraint one_notification_per_person_and_cause do nothing;
    end $$;
    comment on function notify_reporters is
      'Notifies readers with an open report of a review, except the moderator, that it was removed.';

    create function follow_reported_review() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform notify_reporters(old.id, null);
        return old;
      end if;
      if new.status = 'REJECTED' then
        perform notify_reporters(new.id, new.moderated_by);
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
      'Reports wait for staff only while the review is public. Its rejection settles them. Their authors are notified then and when it is deleted.';
    create trigger reviews_take_reports_along after update of status on reviews
      for each row when (old.status is distinct from new.status) execute function follow_reported_review();
    comment on trigger reviews_take_reports_along on reviews is 'Only public reviews wait because of reports.';
    create trigger reviews_notify_reporters before delete on reviews
      for each row execute function follow_reported_review();
    comment on trigger reviews_notify_reporters on reviews is 'Readers who reported a deleted review are notified.';

    create function renew_review_alert() returns trigger language plpgsql as $$
    begin
      update review_alerts set created_at = created_at where review_id = new.id and status = 'PENDING';
      return null;
    end $$;
    comment on function renew_review_alert is
      'Gives a pending alert a new version, so that staff cannot decide about a text that they have not read.';
    create trigger reviews_renew_alerts after update of rating, title, body on reviews
      for each row when ((old.rating, old.title, old.body) is distinct from (new.rating, new.title, new.body))
      execute function renew_review_alert();
    comment on trigger reviews_renew_alerts on reviews is 'A reported review may be edited while it waits.'
  `.execute(db)
}

async function createAvailability(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_alerts')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('kind', 'text', (col) =>
      col.notNull().check(sql`kind in ('ENDED_REPORTS', 'REOPENED_REPORTS', 'BROKEN_LINK', 'PAGE_DIFFERENCE')`),
    )
    .addColumn('details', 'jsonb', (col) => col.notNull().defaultTo('{}').check(sql`jsonb_typeof(details) = 'object'`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('deal_alerts_by_deal').on('deal_alerts').column('deal_id').execute()
  await sql`
    comment on table deal_alerts is
      'Doubts about a published deal that wait for staff. Approved means that staff agreed and changed the deal.';
    comment on column deal_alerts.kind is
      'ENDED_REPORTS, REOPENED_REPORTS: members say that it ended or is open again. BROKEN_LINK: its link failed on three days. PAGE_DIFFERENCE: the vendor''s page has another price or currency, or is not available.';
    comment on column deal_alerts.details is
      'The findings; each kind has its type in app/features/contributions/availability.';
    create unique index one_open_alert_per_deal_and_kind on deal_alerts (deal_id, kind) where status = 'PENDING';
    create index deal_alerts_by_moderator on deal_alerts (moderated_by) where moderated_by is not null
  `.execute(db)

  await db.schema
    .createTable('availability_reports')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('has_ended', 'boolean', (col) => col.notNull())
    .addColumn('counts', 'boolean', (col) => col.notNull())
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('alert_id', 'uuid', (col) => col.references('deal_alerts.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('availability_reports_by_deal').on('availability_reports').column('deal_id').execute()
  await sql`
    comment on table availability_reports is
      'Reports of members on whether a deal is available. Approved means correct, rejected wrong.';
    comment on column availability_reports.counts is
      'Whether the account was older than seven days. Only then the report counts towards an alert.';
    comment on column availability_reports.alert_id is 'The alert whose decision settled the report.';
    create unique index one_live_report_per_member_and_deal on availability_reports (deal_id, user_id)
      where status = 'PENDING';
    create index availability_reports_by_user on availability_reports (user_id, created_at desc);
    create index availability_reports_by_alert on availability_reports (alert_id) where alert_id is not null;
    create index availability_reports_by_moderator on availability_reports (moderated_by)
      where moderated_by is not null;
    create trigger availability_reports_award_karma after insert or update of status on availability_reports
      for each row execute function award_karma('user_id', 'AVAILABILITY_REPORT', '1');
    comment on trigger availability_reports_award_karma on availability_reports is
      'A correct report earns 1 karma, until the decision is undone.'
  `.execute(db)
}

async function createLinkChecks(db: Kysely<unknown>) {
  await db.schema.createType('link_result').asEnum(['OK', 'FAILED', 'UNKNOWN']).execute()

  await db.schema
    .createTable('link_checks')
    .addColumn('deal_id', 'uuid', (col) => col.primaryKey().references('deals.id').onDelete('cascade'))
    .addColumn('url', 'text', (col) => col.notNull())
    .addColumn('host', 'text', (col) => col.notNull())
    .addColumn('due_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('checked_at', 'timestamptz')
    .addColumn('result', sql`link_result`)
    .addColumn('reason', 'text')
    .addColumn('failed_on', sql`date[]`, (col) => col.notNull().defaultTo('{}'))
    .addColumn('is_watched', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('found', 'jsonb')
    .addColumn('found_since', 'timestamptz')
    .addColumn('ignored', 'jsonb')
    .addCheckConstraint('ignored_is_a_list', sql`jsonb_typeof(ignored) = 'array'`)
    .execute()
  await db.schema.createIndex('link_checks_by_host').on('link_checks').columns(['host', 'due_at']).execute()
  await sql`
    comment on table link_checks is
      'The last visit of a job to the vendor''s page of each deal, and the time of the next one.';
    comment on column link_checks.url is 'The checked link. Another link of the deal resets the row.';
    comment on column link_checks.host is 'The host of the link, in lower case. Each gets one request at a time.';
    comment on column link_checks.result is 'UNKNOWN: the page refused robots or had an error of its own.';
    comment on column link_checks.reason is 'Why it failed or is unknown, such as "404".';
    comment on column link_checks.failed_on is 'The days (UTC) of the failures since the link last worked.';
    comment on column link_checks.is_watched is 'Whether the price on the page is compared with the deal.';
    comment on column link_checks.found is
      'Price, currency and availability on the page, where they differ from the deal.';
    comment on column link_checks.found_since is 'The first visit that found this difference.';
    comment on column link_checks.ignored is 'Differences that staff ignored, an array of values of found.';

    create function restart_link_check() returns trigger language plpgsql as $$
    begin
      delete from deal_alerts
        where deal_id = new.id and status = 'PENDING' and kind in ('BROKEN_LINK', 'PAGE_DIFFERENCE');
      update link_checks set url = new.cta_url, host = link_host(new.cta_url), due_at = now(), checked_at = null,
        result = null, reason = null, failed_on = '{}', found = null, found_since = null, ignored = null
        where deal_id = new.id;
      return null;
    end $$;
    comment on function restart_link_check is 'Resets the link check of a deal with another link.';
    create trigger deals_restart_link_check after update of cta_url on deals
      for each row when (old.cta_url is distinct from new.cta_url) execute function restart_link_check();
    comment on trigger deals_restart_link_check on deals is 'A new link starts without failures and alerts.'
  `.execute(db)
}
