import { type Kysely, sql } from 'kysely'

/**
 * Every text of a review is a version with a status of its own, and readers see the one that the review names. Edits of
 * approved reviews were rows of another table.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop view moderation_items;
    alter table reviews disable trigger user;
    alter table reviews add column published_id uuid
  `.execute(db)
  await completeVersions(db)
  await storeTexts(db)
  await renameEdits(db)
  await dropOldColumns(db)
  await countPublished(db)
  await awardPublished(db)
  await announcePublished(db)
  await sql`alter table reviews enable trigger user`.execute(db)
  await createShownReviews(db)
  await createQueue(db)
}

/** The earlier texts get the columns of a decision. One that was replaced while it waited waits no longer. */
async function completeVersions(db: Kysely<unknown>) {
  await sql`
    alter table review_versions
      add column deal_id uuid references deals on delete cascade,
      add column user_id uuid references profiles on delete set null,
      add column rejection_reason rejection_reason,
      add column moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      add column moderated_by uuid references profiles on delete set null,
      add column moderated_at timestamptz,
      add column waiting_since timestamptz,
      add column version int not null default 1,
      drop column replaced_at;
    update review_versions set deal_id = reviews.deal_id, user_id = reviews.user_id,
      connection = coalesce(review_versions.connection, reviews.connection), waiting_since = review_versions.created_at,
      status = case when review_versions.status = 'PENDING' then 'REJECTED' else review_versions.status end
    from reviews where reviews.id = review_id;
    alter table review_versions
      alter column deal_id set not null,
      alter column connection set default 'NONE', alter column connection set not null,
      alter column status set default 'PENDING',
      alter column created_at set default now(),
      alter column waiting_since set default now(), alter column waiting_since set not null
  `.execute(db)
}

/**
 * The present text of a review gets the id of the review, and edits keep theirs, so that decisions find their text. Where
 * the present text is that of an approved edit, it is the edit, and the first text gets the id of the review.
 */
async function storeTexts(db: Kysely<unknown>) {
  await sql`
    alter table review_edits drop constraint review_edits_replaced_version_id_fkey;
    create temporary table copies on commit drop as
      select versions.id, edits.id as edit_id
      from review_versions versions join review_edits edits
        on edits.review_id = versions.review_id and edits.created_at = versions.created_at and edits.status = 'APPROVED'
        and (edits.rating, edits.title, edits.body) = (versions.rating, versions.title, versions.body);
    update review_edits set replaced_version_id = edit_id from copies where replaced_version_id = copies.id;
    delete from review_versions using copies where review_versions.id = copies.id;

    create temporary table present on commit drop as
      select distinct on (reviews.id) reviews.id, edits.id as edit_id
      from reviews join review_edits edits on edits.review_id = reviews.id and edits.status = 'APPROVED'
        and (edits.rating, edits.title, edits.body, edits.connection)
          = (reviews.rating, reviews.title, reviews.body, reviews.connection)
      order by reviews.id, edits.created_at desc;
    create temporary table first_texts on commit drop as
      select distinct on (present.id) present.id, versions.id as version_id
      from present join reviews on reviews.id = present.id join review_versions versions on versions.review_id = present.id
      order by present.id, versions.created_at <> reviews.created_at, versions.created_at;
    update review_versions set id = first_texts.id from first_texts where review_versions.id = version_id;
    update review_edits set replaced_version_id = first_texts.id from first_texts where replaced_version_id = version_id;

    insert into review_versions (id, review_id, deal_id, user_id, rating, title, body, connection, status,
      rejection_reason, moderation_reason, moderated_by, moderated_at, created_at, waiting_since, version)
    select id, id, deal_id, user_id, rating, title, body, connection, status,
      rejection_reason, moderation_reason, moderated_by, moderated_at, coalesce(edited_at, created_at), waiting_since, version
    from reviews where id not in (select id from present);
    insert into review_versions (id, review_id, deal_id, user_id, rating, title, body, connection, status,
      rejection_reason, moderation_reason, moderated_by, moderated_at, created_at, waiting_since, version)
    select id, review_id, deal_id, user_id, rating, title, body, connection, status,
      rejection_reason, moderation_reason, moderated_by, moderated_at, created_at, waiting_since, version
    from review_edits;
    update review_versions text set status = reviews.status, rejection_reason = reviews.rejection_reason,
      moderation_reason = reviews.moderation_reason, moderated_by = reviews.moderated_by,
      moderated_at = reviews.moderated_at, waiting_since = reviews.waiting_since
    from present join reviews on reviews.id = present.id where text.id = edit_id and reviews.status <> 'APPROVED';
    -- A reopened review beside an edit that is not decided: only the edit waits.
    update review_versions text set status = 'APPROVED' where status = 'PENDING'
      and exists (select from review_edits where review_edits.review_id = text.review_id
        and review_edits.id <> text.id and review_edits.status in ('PENDING', 'CHANGES_REQUESTED'));
    update reviews set published_id = coalesce((select edit_id from present where present.id = reviews.id), id)
      where status = 'APPROVED'
  `.execute(db)
}

/** What was recorded about edits is about reviews, and a decision notes the text that it replaced. */
async function renameEdits(db: Kysely<unknown>) {
  await sql`
    update decisions set effects = effects || jsonb_build_object('before', replaced_version_id)
      from review_edits where kind = 'review_edit' and subject_id = review_edits.id and replaced_version_id is not null;
    update decisions set kind = 'review' where kind = 'review_edit';
    update decisions set effects = effects || jsonb_build_object('removed',
        coalesce((select edit_id from present where present.id = review_id), review_id))
      from review_alerts where kind = 'review_report' and subject_id = review_alerts.id and effects ? 'removedAt';
    update claims set kind = 'review' where kind = 'review_edit';
    update notifications set data = data || '{"contribution": "review", "isEdit": true}'
      where kind = 'contribution_decided' and data ->> 'contribution' = 'review_edit';
    drop table review_edits
  `.execute(db)
}

async function dropOldColumns(db: Kysely<unknown>) {
  await sql`
    drop trigger reviews_count_newest_rating on reviews;
    drop trigger reviews_award_karma on reviews;
    drop trigger reviews_announce_inserts on reviews;
    drop trigger reviews_announce_updates on reviews;
    drop trigger reviews_announce_deletes on reviews;
    alter table reviews
      drop column rating, drop column title, drop column body, drop column connection, drop column status,
      drop column rejection_reason, drop column moderation_reason, drop column moderated_by, drop column moderated_at,
      drop column edited_at, drop column version, drop column waiting_since,
      alter column counted_rating drop not null;
    update reviews set counted_rating = null where published_id is null;
    alter table reviews
      add constraint reviews_published_id_fkey foreign key (published_id) references review_versions on delete set null,
      add constraint a_published_review_has_a_rating check ((published_id is null) = (counted_rating is null));
    alter table review_versions
      add constraint only_a_rejected_text_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
      add constraint an_undecided_or_approved_text_has_no_note
        check (moderation_reason is null or status not in ('PENDING', 'APPROVED'));

    create unique index reviews_by_published_text on reviews (published_id);
    create index reviews_from_newest on reviews (deal_id, created_at desc, id desc) where published_id is not null;
    create index reviews_by_helpfulness on reviews (deal_id, helpful_count desc, created_at desc, id desc)
      where published_id is not null;
    create index reviews_from_lowest on reviews (deal_id, counted_rating, created_at desc, id desc)
      where published_id is not null;
    create index reviews_from_highest on reviews (deal_id, counted_rating desc, created_at desc, id desc)
      where published_id is not null;
    create unique index one_waiting_text_per_review on review_versions (review_id) where status = 'PENDING';
    create index review_versions_waiting on review_versions (waiting_since, id) where status = 'PENDING';
    create index review_versions_by_deal on review_versions (deal_id, created_at desc);
    create index review_versions_by_author on review_versions (user_id, created_at desc);
    create index review_versions_by_moderator on review_versions (moderated_by);
    create index decided_review_versions_by_date on review_versions (status, moderated_at desc nulls last, id desc)
      where status <> 'PENDING';

    comment on table reviews is 'Reviews of deals by members, one for a member and deal; public while a text of it is published.';
    comment on column reviews.published_id is 'The text that readers see. Null before the first approval, and once removed.';
    comment on column reviews.counted_rating is
      'The published rating or that of a newer approved answer, maintained by triggers. Averages, filters and orders use it.';
    comment on table review_versions is
      'The texts of reviews. The newest is what the author wants it to say, and at most one of them waits.';
    comment on column review_versions.id is 'The first text has the id of its review.';
    comment on column review_versions.deal_id is 'The deal of the review.';
    comment on column review_versions.user_id is 'The author; null once the account is deleted.';
    comment on column review_versions.connection is
      'The author''s connection to the vendor, shown as a label. Employees of the vendor or a competitor write no reviews.';
    comment on column review_versions.status is
      'The decision on this text, which says nothing about whether it is the published one. A text that was replaced while it waited is REJECTED without a day.';
    comment on column review_versions.created_at is 'When this text was written.';
    comment on column review_versions.rejection_reason is 'Published in the list of decisions.';
    comment on column review_versions.moderation_reason is
      'Note to the author, with a rejection or a request for a change. Never published.'
  `.execute(db)
}

/** The rating of a review and the counts of its deal follow the published text. */
async function countPublished(db: Kysely<unknown>) {
  await sql`
    create or replace function count_newest_rating() returns trigger language plpgsql as $$
    declare
      newest record;
      published record;
    begin
      select rating, answer, created_at into newest from follow_ups
      where review_id = new.id and status = 'APPROVED' order by created_at desc, months desc limit 1;
      select rating, created_at into published from review_versions where id = new.published_id;
      new.last_answer := newest.answer;
      new.counted_rating := case when newest.created_at > published.created_at then newest.rating else published.rating end;
      return new;
    end $$;
    create trigger reviews_count_newest_rating
      before insert or update of published_id, counted_rating, last_answer on reviews
      for each row execute function count_newest_rating();
    comment on trigger reviews_count_newest_rating on reviews is 'Other writes to these two columns are overwritten.';

    create or replace function count_approved_reviews() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from new_rows where published_id is not null group by deal_id
        ) as differences where deals.id = deal_id;
      elsif tg_op = 'DELETE' then
        update deals set review_count = review_count - n, rating_sum = rating_sum - stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from old_rows where published_id is not null group by deal_id
        ) as differences where deals.id = deal_id;
      else
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, sum(n)::int as n, sum(stars)::int as stars from (
            select deal_id, 1 as n, counted_rating as stars from new_rows where published_id is not null
            union all
            select deal_id, -1, -counted_rating from old_rows where published_id is not null
          ) as rows
          group by deal_id having sum(n) <> 0 or sum(stars) <> 0
        ) as differences where deals.id = deal_id;
      end if;
      return null;
    end $$;

    create or replace function queue_reported_review(review uuid) returns void language plpgsql as $$
    begin
      perform from reviews where id = review for no key update;
      if has_enough_reports(review) then
        insert into review_alerts (review_id, deal_id, author_id)
        select id, deal_id, user_id from reviews where id = review and published_id is not null
        on conflict (review_id) where status = 'PENDING' do nothing;
      end if;
    end $$
  `.execute(db)
}

/** A further text of a public review earns nothing, whoever approved it. */
async function awardPublished(db: Kysely<unknown>) {
  await sql`
    create function award_review_karma() returns trigger language plpgsql as $$
    declare
      earned int;
      due int;
    begin
      select coalesce(sum(amount), 0) into earned from karma_events
      where source = 'REVIEW' and source_id = new.id and user_id = new.user_id;
      due := case when exists (
        select from review_versions where id = new.published_id and moderated_by is distinct from new.user_id) then 3 else 0 end;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount) values (new.user_id, 'REVIEW', new.id, due - earned);
      end if;
      return null;
    end $$;
    comment on function award_review_karma is
      'Adds the karma event that follows from a publication that someone else approved, or from its end.';
    create trigger reviews_award_karma after update of published_id on reviews
      for each row when (new.user_id is not null and (old.published_id is null) <> (new.published_id is null))
      execute function award_review_karma();
    comment on trigger reviews_award_karma on reviews is 'A published review earns the author 3 karma, until it is removed.'
  `.execute(db)
}

async function announcePublished(db: Kysely<unknown>) {
  await sql`
    create function announce_change_of_published_reviews() returns trigger language plpgsql as $$
    declare is_public boolean := false;
    begin
      if tg_op <> 'INSERT' then is_public := exists (select from old_rows where published_id is not null); end if;
      if tg_op <> 'DELETE' then
        is_public := is_public or exists (select from new_rows where published_id is not null);
      end if;
      if is_public then notify content_changed; end if;
      return null;
    end $$;
    comment on function announce_change_of_published_reviews is
      'Announces the change if one of the reviews is or was public.';
    create trigger reviews_announce_inserts after insert on reviews referencing new table as new_rows
      for each statement execute function announce_change_of_published_reviews();
    create trigger reviews_announce_updates after update on reviews referencing old table as old_rows new table as new_rows
      for each statement execute function announce_change_of_published_reviews();
    create trigger reviews_announce_deletes after delete on reviews referencing old table as old_rows
      for each statement execute function announce_change_of_published_reviews();
    comment on trigger reviews_announce_inserts on reviews is 'Changes that visitors see are announced to the page caches.';
    comment on trigger reviews_announce_updates on reviews is 'Changes that visitors see are announced to the page caches.';
    comment on trigger reviews_announce_deletes on reviews is 'Changes that visitors see are announced to the page caches.';

    create or replace function announce_purchase_of_reviewer() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and (old.refund_asked_on is not null or exists (
          select from reviews where deal_id = old.deal_id and user_id = old.user_id and published_id is not null)))
        or (tg_op <> 'DELETE' and (new.refund_asked_on is not null or exists (
          select from reviews where deal_id = new.deal_id and user_id = new.user_id and published_id is not null))) then
        notify content_changed;
      end if;
      return null;
    end $$;

    create or replace function announce_vendor_answer() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where id in (old.review_id, new.review_id) and published_id is not null)
        or exists (
          select from change_logs where id in (old.change_log_id, new.change_log_id) and verified_at is not null) then
        notify content_changed;
      end if;
      return null;
    end $$;

    create or replace function announce_change_of_name() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where user_id = new.id and published_id is not null)
        or exists (select from comments where user_id = new.id and status = 'APPROVED')
        or exists (
          select from deal_suggestions join deals on deals.id = deal_suggestions.deal_id
          where deal_suggestions.user_id = new.id and deals.published) then
        notify content_changed;
      end if;
      return null;
    end $$
  `.execute(db)
}

async function createShownReviews(db: Kysely<unknown>) {
  await sql`
    create view shown_reviews as
    select reviews.id, reviews.deal_id, reviews.user_id, text.rating, text.title, text.body, text.connection,
      reviews.created_at, case when text.created_at > reviews.created_at then text.created_at end as edited_at,
      reviews.counted_rating, reviews.last_answer, reviews.helpful_count,
      to_char(purchases.bought_on, 'YYYY-MM') as bought_month,
      purchases.refunded_on is not null as is_refunded,
      case when purchases.proof_status = 'CHECKED'
        then to_char(purchases.proof_decided_at at time zone 'UTC', 'YYYY-MM-DD') end as checked_on,
      case when purchases.refunded_on is null then (
        12 * (extract(year from now() at time zone 'UTC') - extract(year from purchases.bought_on))
          + extract(month from now() at time zone 'UTC') - extract(month from purchases.bought_on))::int end as owned_months,
      purchases.bought_on + interval '6 months' <= least(
        case when reviews.last_answer is null then (text.created_at at time zone 'UTC')::date else 'infinity' end,
        purchases.refunded_on) as is_long_owned
    from reviews
    join review_versions text on text.id = reviews.published_id
    left join purchases on purchases.user_id = reviews.user_id and purchases.deal_id = reviews.deal_id;
    comment on view shown_reviews is
      'The published reviews, as readers see them. Of the purchase it has neither the day nor the amount, which are private.';
    comment on column shown_reviews.edited_at is 'When the text was written, if the review is older.';
    comment on column shown_reviews.checked_on is 'When staff checked the proof of the purchase.';
    comment on column shown_reviews.owned_months is
      'Calendar months since the purchase, unless it was refunded. Whole months would reveal its day when they change.';
    comment on column shown_reviews.is_long_owned is
      'Whether the words speak of 6 months or more: up to the day on which they were written, or up to the refund. Authors who answered "Still using it?" were asked after 6 months or more.'
  `.execute(db)
}

const SHARED = sql`version, status`
const MODERATED = sql`created_at, moderated_by, moderated_at`
const REASONS = sql`rejection_reason, moderation_reason`
const NO_REASONS = sql`null::rejection_reason, null::text`

/** A column of the published text of the review that a row of `table` names, or else of its newest text. */
const ofReview = (table: string, column: string) =>
  sql.raw(`(
  select words.${column} from reviews join review_versions words on words.review_id = reviews.id
  where reviews.id = ${table}.review_id
  order by words.id = published_id desc nulls last, words.created_at desc limit 1)`)

/** Scalar subqueries instead of joins: lists of ids do not read them. */
async function createQueue(db: Kysely<unknown>) {
  await sql`
    create view moderation_items as
    select 'review' as kind, id, ${SHARED}, 5 as rank, waiting_since, title, body, rating, deal_id,
      user_id as author_id, '{}'::uuid[] as reporter_ids, review_id as text_of, ${MODERATED}, ${REASONS},
      jsonb_build_object('connection', connection,
        'isEdit', (select published_id <> review_versions.id from reviews where reviews.id = review_id),
        'earlier', (
          select jsonb_build_object('rating', earlier.rating, 'title', earlier.title, 'body', earlier.body,
            'connection', earlier.connection, 'status', earlier.status)
          from review_versions earlier join reviews on reviews.id = earlier.review_id
          where earlier.review_id = review_versions.review_id and earlier.created_at < review_versions.created_at
            and (earlier.status = 'APPROVED' or review_versions.status = 'PENDING')
          order by earlier.id = published_id desc nulls last, earlier.status = 'APPROVED' desc, earlier.created_at desc
          limit 1)) as extra
    from review_versions
    union all
    select 'follow_up', id, ${SHARED}, 5, waiting_since, title, coalesce(body, ''), rating, deal_id, user_id, '{}',
      review_id, ${MODERATED}, ${REASONS},
      jsonb_build_object('connection', ${ofReview('follow_ups', 'connection')}, 'review', ${ofReview('follow_ups', 'title')},
        'rating', ${ofReview('follow_ups', 'rating')})
    from follow_ups
    union all
    select 'purchase_proof', id, ${SHARED}, 5, waiting_since, null, file_name, null, deal_id, user_id, '{}', id,
      ${MODERATED}, ${REASONS},
      (select jsonb_build_object('boughtOn', bought_on, 'refundedOn', refunded_on, 'file', jsonb_build_object(
          'id', purchase_proofs.id, 'file_name', file_name, 'media_type', media_type, 'byte_length', byte_length,
          'has_content', status = 'PENDING' and content is not null))
        from purchases where purchases.id = purchase_id)
    from purchase_proofs
    union all
    select 'comment', id, ${SHARED}, 6, waiting_since, null, body, null, deal_id, user_id, '{}', id,
      ${MODERATED}, ${NO_REASONS}, '{}'
    from comments
    union all
    select 'change_log', id, ${SHARED}, case affects_owners when 'YES' then 1 else 4 end, waiting_since, title,
      description, null, deal_id, reported_by_user_id, '{}', id, ${MODERATED}, ${REASONS},
      jsonb_build_object('kind', kind, 'affectsOwners', affects_owners, 'effect', effect, 'oldValue', old_value,
        'newValue', new_value, 'effectiveOn', effective_on, 'sourceUrl', source_url, 'fieldName', field,
        'plan', plan_name, 'limit', limit_label)
    from change_logs
    union all
    select 'suggestion', id, ${SHARED}, 7, waiting_since, title, body, null, deal_id, user_id, '{}', id,
      ${MODERATED}, ${REASONS},
      jsonb_build_object('url', url, 'vendor', vendor_name, 'price', deal_price::text, 'endsOn', end_date,
        'isDifferent', is_different)
    from deal_suggestions
    union all
    select 'contact_message', id, ${SHARED}, 7, waiting_since, subject, body, null, null, user_id, '{}', id,
      ${MODERATED}, ${NO_REASONS}, jsonb_build_object('name', name, 'email', email, 'subject', subject)
    from contact_messages
    union all
    select case kind when 'BROKEN_LINK' then 'broken_link' when 'PAGE_DIFFERENCE' then 'page_difference'
        else 'ended_report' end,
      id, ${SHARED}, case when kind in ('BROKEN_LINK', 'PAGE_DIFFERENCE') then 7 else 2 end, waiting_since,
      case kind when 'BROKEN_LINK' then 'The link failed on ' || jsonb_array_length(details -> 'failedOn') || ' days: '
          || (details ->> 'reason')
        when 'PAGE_DIFFERENCE' then 'The vendor''s page differs from the record'
        when 'ENDED_REPORTS' then 'Members say that it has ended' else 'Members say that it is available' end,
      '', null, deal_id, null,
      case when kind in ('ENDED_REPORTS', 'REOPENED_REPORTS') then array(
        select user_id from availability_reports where availability_reports.deal_id = deal_alerts.deal_id
          and case deal_alerts.status when 'PENDING' then availability_reports.status = 'PENDING'
            else alert_id = deal_alerts.id end) else '{}' end,
      id, ${MODERATED}, ${NO_REASONS},
      case when kind in ('BROKEN_LINK', 'PAGE_DIFFERENCE') then details
        else jsonb_build_object('hasEnded', kind = 'ENDED_REPORTS', 'reports', (
          select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(profiles.name, profiles.email),
              'since', profiles.created_at, 'hasEnded', has_ended, 'on', reports.created_at,
              'right', (select count(*) from availability_reports earlier where earlier.user_id = reports.user_id
                and earlier.status = 'APPROVED' and earlier.id <> reports.id),
              'decided', (select count(*) from availability_reports earlier where earlier.user_id = reports.user_id
                and earlier.status <> 'PENDING' and earlier.id <> reports.id)) order by reports.created_at desc), '[]')
          from availability_reports reports join profiles on profiles.id = reports.user_id
          where reports.deal_id = deal_alerts.deal_id
            and case deal_alerts.status when 'PENDING' then reports.status = 'PENDING'
              else reports.alert_id = deal_alerts.id end)) end
    from deal_alerts
    union all
    select 'review_report', id, ${SHARED}, 3, waiting_since,
      ${ofReview('review_alerts', 'title')}, ${ofReview('review_alerts', 'body')}, ${ofReview('review_alerts', 'rating')}, deal_id, author_id,
      array(select user_id from review_reports where review_reports.review_id = review_alerts.review_id
        and user_id is not null
        and case review_alerts.status when 'PENDING' then settled_at is null else alert_id = review_alerts.id end),
      review_id, (select created_at from reviews where reviews.id = review_id), moderated_by, moderated_at, ${REASONS},
      jsonb_build_object('connection', ${ofReview('review_alerts', 'connection')}, 'reports', (
          select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(profiles.name, profiles.email),
              'reason', reason, 'text', text, 'on', review_reports.created_at)
            order by review_reports.created_at desc, review_reports.id), '[]')
          from review_reports join profiles on profiles.id = review_reports.user_id
          where review_reports.review_id = review_alerts.review_id
            and case review_alerts.status when 'PENDING' then settled_at is null else alert_id = review_alerts.id end))
    from review_alerts;
    comment on view moderation_items is
      'What staff decide on, in one shape with one arm for each table. Rows with the status PENDING wait.';
    comment on column moderation_items.rank is
      '1 affects owners, 2 reported as ended, 3 report of abuse, 4 change report, 5 review, 6 comment, 7 anything else.';
    comment on column moderation_items.reporter_ids is 'The members whose reports the decision settles.';
    comment on column moderation_items.text_of is
      'The review of a text or answer, otherwise the id. Texts of one contribution are not compared.';
    comment on column moderation_items.extra is 'What only this kind has.'
  `.execute(db)
}
