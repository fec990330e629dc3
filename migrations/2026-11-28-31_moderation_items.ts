import { type Kysely, sql } from 'kysely'

/** The tables of what waits for staff, with the kinds of their rows. */
const TABLES = {
  reviews: ['review'],
  review_edits: ['review_edit'],
  follow_ups: ['follow_up'],
  purchase_proofs: ['purchase_proof'],
  comments: ['comment'],
  change_logs: ['change_log'],
  deal_suggestions: ['suggestion'],
  contact_messages: ['contact_message'],
  deal_alerts: ['ended_report', 'broken_link', 'page_difference'],
  review_alerts: ['review_report'],
}

/** An item waits because its row is pending: the queue becomes a view, and each decision compares the row's version. */
export async function up(db: Kysely<unknown>) {
  for (const [table, kinds] of Object.entries(TABLES)) await addVersion(db, table, kinds)
  await createView(db)
  await sql`
    alter table decisions add column undone_by uuid references profiles on delete set null;
    create index decisions_by_undoer on decisions (undone_by) where undone_by is not null;
    create table claims (
      staff_id uuid primary key references profiles on delete cascade,
      kind text not null,
      subject_id uuid not null,
      since timestamptz not null default now()
    );
    create index claims_by_subject on claims (subject_id);
    comment on table claims is
      'The item that a member of staff opened last. It lets others know, and keeps no one from deciding.'
  `.execute(db)
}

async function addVersion(db: Kysely<unknown>, name: string, kinds: string[]) {
  const table = sql.table(name)
  await sql`
    alter table ${table} disable trigger user;
    alter table ${table} add column version int not null default 1, add column waiting_since timestamptz;
    update ${table} set waiting_since = coalesce(
      (select queued.waiting_since from queue_items queued
        where queued.subject_id = ${table}.id and queued.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})),
      created_at);
    alter table ${table} alter column waiting_since set default now(), alter column waiting_since set not null;
    alter table ${table} enable trigger user;
    create index ${sql.id(`${name}_waiting`)} on ${table} (waiting_since, id) where status = 'PENDING'
  `.execute(db)
}

const SHARED = sql`version, status`
const MODERATED = sql`created_at, moderated_by, moderated_at`
const REASONS = sql`rejection_reason, moderation_reason`
const NO_REASONS = sql`null::rejection_reason, null::text`

/** Scalar subqueries instead of joins: lists of ids do not read them. */
async function createView(db: Kysely<unknown>) {
  await sql`
    create view moderation_items as
    select 'review' as kind, id, ${SHARED}, 5 as rank, waiting_since, title, body, rating, deal_id,
      user_id as author_id, '{}'::uuid[] as reporter_ids, id as text_of, ${MODERATED}, ${REASONS},
      jsonb_build_object('connection', connection, 'earlier', case when status = 'PENDING' and edited_at is not null then (
        select jsonb_build_object('rating', rating, 'title', title, 'body', body)
        from review_versions where review_id = reviews.id order by replaced_at desc limit 1) end) as extra
    from reviews
    union all
    select 'review_edit', id, ${SHARED}, 5, waiting_since, title, body, rating, deal_id, user_id, '{}', review_id,
      ${MODERATED}, ${REASONS},
      jsonb_build_object('connection', connection,
        'stored', (select reviews.connection from reviews where reviews.id = review_id),
        'earlier', coalesce(
          (select jsonb_build_object('rating', rating, 'title', title, 'body', body, 'connection', connection)
            from review_versions where review_versions.id = replaced_version_id),
          (select jsonb_build_object('rating', rating, 'title', title, 'body', body, 'connection', connection)
            from reviews where reviews.id = review_id)))
    from review_edits
    union all
    select 'follow_up', id, ${SHARED}, 5, waiting_since, title, coalesce(body, ''), rating, deal_id, user_id, '{}',
      review_id, ${MODERATED}, ${REASONS},
      (select jsonb_build_object('connection', connection, 'review', reviews.title, 'rating', reviews.rating)
        from reviews where reviews.id = review_id)
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
      (select title from reviews where reviews.id = review_id), (select body from reviews where reviews.id = review_id),
      (select rating from reviews where reviews.id = review_id), deal_id, author_id,
      array(select user_id from review_reports where review_reports.review_id = review_alerts.review_id
        and user_id is not null
        and case review_alerts.status when 'PENDING' then settled_at is null else alert_id = review_alerts.id end),
      review_id, (select created_at from reviews where reviews.id = review_id), moderated_by, moderated_at, ${REASONS},
      jsonb_build_object('connection', (select connection from reviews where reviews.id = review_id), 'reports', (
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
      'The review of an edit or answer, otherwise the id. Texts of one contribution are not compared.';
    comment on column moderation_items.extra is 'What only this kind has.'
  `.execute(db)
}
