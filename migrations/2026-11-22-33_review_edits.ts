import { type Kysely, sql } from 'kysely'

/**
 * An edit of an approved review waits as a row of its own, so that readers keep the approved text until staff decide. No
 * text that staff or readers have read is ever overwritten: `review_versions` keeps it.
 */
export async function up(db: Kysely<unknown>) {
  await keepEveryVersion(db)
  await createReviewEdits(db)
  await listEditsAsContributions(db)
}

async function keepEveryVersion(db: Kysely<unknown>) {
  await sql`
    alter table reviews add column edited_at timestamptz;
    comment on column reviews.edited_at is
      'When the text that stands was written, if it replaced one that staff had decided on.';

    alter table review_versions alter column id set default gen_random_uuid();
    comment on table review_versions is
      'Earlier texts of reviews, which nothing overwrites: what an approved edit replaced, what was rewritten after a decision, and, when two deals were merged, the older review of whoever reviewed both.';
    comment on column review_versions.id is 'The id of the former review after a merge, otherwise a new one.'
  `.execute(db)
}

/**
 * A condition must not name CHANGES_REQUESTED: PostgreSQL refuses a new value in the transaction that adds it, and all
 * migrations share one. Undecided is therefore what is neither approved nor rejected.
 */
async function createReviewEdits(db: Kysely<unknown>) {
  await sql`
    create table review_edits (
      id uuid primary key default gen_random_uuid(),
      review_id uuid not null references reviews (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid references profiles (id) on delete set null,
      rating int2 not null check (rating between 1 and 5),
      title text not null check (char_length(title) between 1 and 100),
      body text not null check (char_length(body) between 1 and 1000),
      status moderation_status not null default 'PENDING',
      rejection_reason rejection_reason,
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      replaced_version_id uuid references review_versions (id) on delete set null,
      minhash bigint[] generated always as (compute_minhash(body)) stored,
      constraint only_a_rejected_edit_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
      constraint an_undecided_or_approved_edit_has_no_note
        check (moderation_reason is null or status not in ('PENDING', 'APPROVED'))
    );
    comment on table review_edits is
      'What authors want their approved reviews to say. The approval of an edit copies its text into the review.';
    comment on column review_edits.deal_id is 'The deal of the review.';
    comment on column review_edits.user_id is 'The author; null once the account is deleted.';
    comment on column review_edits.rejection_reason is 'Published in the list of decisions.';
    comment on column review_edits.moderation_reason is
      'Note to the author, with a rejection or a request for a change. Never published.';
    comment on column review_edits.created_at is 'When its present text was written.';
    comment on column review_edits.replaced_version_id is
      'The text that readers saw before the edit was approved, so that undoing the approval can restore it.';
    comment on column review_edits.minhash is 'For finding near copies.';

    create unique index one_open_edit_per_review on review_edits (review_id) where status not in ('APPROVED', 'REJECTED');
    create index review_edits_by_review on review_edits (review_id);
    create index review_edits_by_deal on review_edits (deal_id, status, created_at desc, id desc);
    create index review_edits_by_deal_and_date on review_edits (deal_id, created_at);
    create index review_edits_by_status on review_edits (status, created_at, id);
    create index review_edits_by_author on review_edits (user_id, created_at desc);
    create index review_edits_by_moderator on review_edits (moderated_by);
    create index review_edits_by_version on review_edits (replaced_version_id) where replaced_version_id is not null;
    create index review_edits_by_minhash_1 on review_edits ((minhash[1]));
    create index review_edits_by_minhash_2 on review_edits ((minhash[2]));
    create index review_edits_by_minhash_3 on review_edits ((minhash[3]));

    create trigger review_edits_wait_in_queue after insert or delete or update of status on review_edits
      for each row execute function sync_queue_item('review_edit', 'user_id', '5');
    comment on trigger review_edits_wait_in_queue on review_edits is 'A pending one waits in the queue of the staff.'
  `.execute(db)
}

async function listEditsAsContributions(db: Kysely<unknown>) {
  await sql`
    create or replace view contributions as
      select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text as version, rating,
        null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
        null as source_url, null::affects_owners as affects_owners, rejection_reason, id as text_of
      from reviews
      union all
      select 'comment', id, deal_id, user_id, null, body, status, null,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null, null, null, null, null, null, null, null, id
      from comments
      union all
      select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null,
        kind, old_value, new_value, effective_on, source_url, affects_owners, rejection_reason, id
      from change_logs
      union all
      select 'review_edit', id, deal_id, user_id, title, body, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text, rating,
        null, null, null, null, null, null, rejection_reason, review_id
      from review_edits;
    comment on view contributions is
      'Reviews, edits of reviews, comments and change reports in one shape, for moderation.';
    comment on column contributions.text_of is
      'Of an edit the review, otherwise the id: texts of one contribution are not compared with each other.'
  `.execute(db)
}
