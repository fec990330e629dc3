import { type Kysely, sql } from 'kysely'

/**
 * Authors of reviews are asked months after they bought whether they still use it. Their answers are dated entries below
 * the review, and the newest approved rating of a review is the one that counts.
 */
export async function up(db: Kysely<unknown>) {
  await createQuestions(db)
  await createFollowUps(db)
  await announceFollowUps(db)
  await countNewestRating(db)
  await listFollowUpsAsContributions(db)
}

async function createQuestions(db: Kysely<unknown>) {
  await sql`
    create table follow_up_questions (
      id uuid primary key default gen_random_uuid(),
      review_id uuid not null references reviews (id) on delete cascade,
      user_id uuid not null references profiles (id) on delete cascade,
      months int2 not null check (months in (6, 12, 24, 36)),
      asked_at timestamptz not null default now(),
      stopped_at timestamptz,
      constraint asked_once_each_time unique (review_id, months)
    );
    create index follow_up_questions_by_user on follow_up_questions (user_id);
    comment on table follow_up_questions is
      'What authors were asked, written in the transaction of the notification and the mail, so that nobody is asked twice.';
    comment on column follow_up_questions.user_id is 'The author. Questions end with the account.';
    comment on column follow_up_questions.months is 'How long after the purchase.';
    comment on column follow_up_questions.stopped_at is '"Do not ask me again": nothing more is asked about this review.'
  `.execute(db)
}

/** A condition must not name CHANGES_REQUESTED, which was added to the enum in the same transaction. */
async function createFollowUps(db: Kysely<unknown>) {
  await sql`
    create type follow_up_answer as enum ('YES', 'SOMETIMES', 'NO', 'GONE');
    create table follow_ups (
      id uuid primary key default gen_random_uuid(),
      review_id uuid not null references reviews (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid references profiles (id) on delete set null,
      months int2 not null check (months in (6, 12, 24, 36)),
      answer follow_up_answer not null,
      rating int2 not null check (rating between 1 and 5),
      body text check (char_length(body) between 1 and 500),
      title text generated always as ('Still using after ' || months::text || ' months: ' || case answer
        when 'YES' then 'yes' when 'SOMETIMES' then 'sometimes' when 'NO' then 'no' else 'it no longer exists' end) stored,
      status moderation_status not null default 'PENDING',
      rejection_reason rejection_reason,
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      minhash bigint[] generated always as (compute_minhash(body)) stored,
      constraint one_answer_each_time unique (review_id, months),
      constraint only_a_rejected_answer_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
      constraint an_undecided_or_approved_answer_has_no_note
        check (moderation_reason is null or status not in ('PENDING', 'APPROVED'))
    );
    comment on table follow_ups is
      'Answers to "Still using it?", public once approved. The words of the review never change by one.';
    comment on column follow_ups.id is 'The id of the question that it answers.';
    comment on column follow_ups.deal_id is 'The deal of the review.';
    comment on column follow_ups.user_id is 'The author; null once the account is deleted.';
    comment on column follow_ups.title is 'What the answer says, for lists.';
    comment on column follow_ups.rejection_reason is 'Published in the list of decisions.';
    comment on column follow_ups.moderation_reason is
      'Note to the author, with a rejection or a request for a change. Never published.';
    comment on column follow_ups.created_at is 'When its present text was written.';
    comment on column follow_ups.minhash is 'For finding near copies.';

    create index follow_ups_by_deal on follow_ups (deal_id, status, created_at desc, id desc);
    create index follow_ups_by_deal_and_date on follow_ups (deal_id, created_at);
    create index follow_ups_by_status on follow_ups (status, created_at, id);
    create index decided_follow_ups_by_date on follow_ups (status, moderated_at desc nulls last, id desc)
      where status <> 'PENDING';
    create index follow_ups_by_author on follow_ups (user_id, created_at desc);
    create index follow_ups_by_moderator on follow_ups (moderated_by);
    create index follow_ups_by_minhash_1 on follow_ups ((minhash[1]));
    create index follow_ups_by_minhash_2 on follow_ups ((minhash[2]));
    create index follow_ups_by_minhash_3 on follow_ups ((minhash[3]));

    create trigger follow_ups_wait_in_queue after insert or delete or update of status on follow_ups
      for each row execute function sync_queue_item('follow_up', 'user_id', '5');
    comment on trigger follow_ups_wait_in_queue on follow_ups is 'A pending one waits in the queue of the staff.'
  `.execute(db)
}

async function announceFollowUps(db: Kysely<unknown>) {
  await sql`
    create trigger follow_ups_announce_changes after insert or update or delete on follow_ups
      for each row execute function announce_change_of_approved_content();
    comment on trigger follow_ups_announce_changes on follow_ups is
      'Changes that visitors see are announced to the page caches.';
    create trigger follow_ups_announce_truncation after truncate on follow_ups
      for each statement execute function announce_content_change();
    comment on trigger follow_ups_announce_truncation on follow_ups is 'TRUNCATE is announced to the page caches.'
  `.execute(db)
}

/**
 * The review is locked before its answers are read: a trigger before the update runs once the row is locked, and its
 * statements see what was committed until then. Two answers that are approved at once both count.
 */
async function countNewestRating(db: Kysely<unknown>) {
  await sql`
    alter table reviews add column counted_rating int2 check (counted_rating between 1 and 5),
      add column last_answer follow_up_answer;
    update reviews set counted_rating = rating;
    alter table reviews alter column counted_rating set not null;
    comment on column reviews.rating is 'As written.';
    comment on column reviews.counted_rating is
      'The newest rating, of the review as it stands or of an approved answer; kept by triggers. It counts for averages, filters and orders.';
    comment on column reviews.last_answer is 'The newest approved answer to "Still using it?", kept by triggers.';

    drop index reviews_by_rating;
    create index reviews_from_lowest on reviews (deal_id, status, counted_rating, created_at desc, id desc);
    create index reviews_from_highest on reviews (deal_id, status, counted_rating desc, created_at desc, id desc);

    create function count_newest_rating() returns trigger language plpgsql as $$
    declare newest record;
    begin
      select rating, answer, created_at into newest from follow_ups
      where review_id = new.id and status = 'APPROVED' order by created_at desc, months desc limit 1;
      new.last_answer := newest.answer;
      new.counted_rating := case when newest.created_at > coalesce(new.edited_at, new.created_at)
        then newest.rating else new.rating end;
      return new;
    end $$;
    comment on function count_newest_rating is 'Finds the newest rating and the newest answer of a review.';
    create trigger reviews_count_newest_rating
      before insert or update of rating, counted_rating, last_answer, created_at, edited_at on reviews
      for each row execute function count_newest_rating();
    comment on trigger reviews_count_newest_rating on reviews is 'Nobody else writes these two columns.';

    create function recount_rating_of_review() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.status = 'APPROVED' then
        update reviews set counted_rating = counted_rating where id = old.review_id;
      end if;
      if tg_op <> 'DELETE' and new.status = 'APPROVED' then
        update reviews set counted_rating = counted_rating where id = new.review_id;
      end if;
      return null;
    end $$;
    comment on function recount_rating_of_review is 'Touches the review, whose trigger then reads its answers.';
    create trigger follow_ups_recount_rating
      after insert or delete or update of status, review_id, answer, rating, created_at on follow_ups
      for each row execute function recount_rating_of_review();
    comment on trigger follow_ups_recount_rating on follow_ups is
      'The newest approved rating of a review counts.';

    create or replace function count_approved_reviews() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from new_rows where status = 'APPROVED' group by deal_id
        ) as differences where deals.id = deal_id;
      elsif tg_op = 'DELETE' then
        update deals set review_count = review_count - n, rating_sum = rating_sum - stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from old_rows where status = 'APPROVED' group by deal_id
        ) as differences where deals.id = deal_id;
      else
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, sum(n)::int as n, sum(stars)::int as stars from (
            select deal_id, 1 as n, counted_rating as stars from new_rows where status = 'APPROVED'
            union all
            select deal_id, -1, -counted_rating from old_rows where status = 'APPROVED'
          ) as rows
          group by deal_id having sum(n) <> 0 or sum(stars) <> 0
        ) as differences where deals.id = deal_id;
      end if;
      return null;
    end $$
  `.execute(db)
}

async function listFollowUpsAsContributions(db: Kysely<unknown>) {
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
      from review_edits
      union all
      select 'follow_up', id, deal_id, user_id, title, coalesce(body, ''), status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text, rating,
        null, null, null, null, null, null, rejection_reason, review_id
      from follow_ups;
    comment on view contributions is
      'Reviews, edits of reviews, answers to "Still using it?", comments and change reports in one shape, for moderation.';
    comment on column contributions.text_of is
      'Of an edit or an answer the review, otherwise the id: texts of one contribution are not compared with each other.'
  `.execute(db)
}
