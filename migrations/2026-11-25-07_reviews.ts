import { type Kysely, sql } from 'kysely'

const HAS_NO_NOTE = sql`moderation_reason is null or status not in ('PENDING', 'APPROVED')`
const FOLLOW_UP_TITLE = sql`
  'Still using after ' || months::text || ' months: ' || case answer
    when 'YES' then 'yes' when 'SOMETIMES' then 'sometimes' when 'NO' then 'no' else 'it no longer exists' end`

/** Reviews with their versions, edits, votes and the later answers of their authors. They outlive the account. */
export async function up(db: Kysely<unknown>) {
  await createReviews(db)
  await createVersions(db)
  await createVotes(db)
  await createFollowUps(db)
  await countNewestRating(db)
}

async function createReviews(db: Kysely<unknown>) {
  await db.schema
    .createType('moderation_status')
    .asEnum(['PENDING', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED'])
    .execute()
  await db.schema
    .createType('rejection_reason')
    .asEnum([
      'SPAM',
      'NOT_ABOUT_PRODUCT',
      'CONFLICT_OF_INTEREST',
      'ABUSIVE',
      'PRIVATE_DATA',
      'NO_EVIDENCE',
      'DUPLICATE',
      'OTHER',
    ])
    .execute()
  await db.schema.createType('review_connection').asEnum(['NONE', 'FREE', 'AFFILIATE']).execute()
  await db.schema.createType('follow_up_answer').asEnum(['YES', 'SOMETIMES', 'NO', 'GONE']).execute()

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('rating', 'int2', (col) => col.notNull().check(sql`rating between 1 and 5`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('minhash', sql`bigint[]`, (col) => col.generatedAlwaysAs(sql`compute_minhash(body)`).stored())
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('edited_at', 'timestamptz')
    .addColumn('connection', sql`review_connection`, (col) => col.notNull().defaultTo('NONE'))
    .addColumn('helpful_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`helpful_count >= 0`))
    .addColumn('counted_rating', 'int2', (col) => col.notNull().check(sql`counted_rating between 1 and 5`))
    .addColumn('last_answer', sql`follow_up_answer`)
    .addUniqueConstraint('one_review_per_person_and_deal', ['deal_id', 'user_id'])
    .addCheckConstraint('only_a_rejected_review_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_approved_review_has_no_note', HAS_NO_NOTE)
    .execute()
  await sql`
    comment on table reviews is 'Reviews of deals by members; public once approved.';
    comment on column reviews.rating is 'As written.';
    comment on column reviews.edited_at is
      'When the present text was written, if it replaced one that staff had decided on.';
    comment on column reviews.connection is
      'The author''s connection to the vendor, shown as a label. Employees of the vendor or a competitor write no reviews.';
    comment on column reviews.helpful_count is 'The number of review_votes, maintained by a trigger.';
    comment on column reviews.counted_rating is
      'The rating of the review or of a newer approved answer, maintained by triggers. Averages, filters and orders use it.';
    comment on column reviews.last_answer is 'The newest approved answer to "Still using it?", maintained by triggers.';
    create index reviews_by_helpfulness on reviews (deal_id, status, helpful_count desc, created_at desc, id desc);
    create index reviews_from_lowest on reviews (deal_id, status, counted_rating, created_at desc, id desc);
    create index reviews_from_highest on reviews (deal_id, status, counted_rating desc, created_at desc, id desc)
  `.execute(db)
}

/** An edit of an approved review is a row of its own, so that readers see the approved text until staff decide. */
async function createVersions(db: Kysely<unknown>) {
  await db.schema
    .createTable('review_versions')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('rating', 'int2', (col) => col.notNull().check(sql`rating between 1 and 5`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull())
    .addColumn('replaced_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('connection', sql`review_connection`)
    .execute()
  await sql`
    comment on table review_versions is
      'Earlier texts of reviews: replaced by an approved edit, rewritten after a decision, or the older of two reviews by one author when deals were merged.';
    comment on column review_versions.id is 'The id of the former review after a merge, otherwise a new one.';
    comment on column review_versions.status is 'The status when it was replaced.';
    comment on column review_versions.created_at is 'When this text was written.';
    comment on column review_versions.connection is 'Null for old versions, which did not store it.';
    create index review_versions_by_review on review_versions (review_id, created_at desc)
  `.execute(db)

  await db.schema
    .createTable('review_edits')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('rating', 'int2', (col) => col.notNull().check(sql`rating between 1 and 5`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('replaced_version_id', 'uuid', (col) => col.references('review_versions.id').onDelete('set null'))
    .addColumn('minhash', sql`bigint[]`, (col) => col.generatedAlwaysAs(sql`compute_minhash(body)`).stored())
    .addColumn('connection', sql`review_connection`, (col) => col.notNull().defaultTo('NONE'))
    .addCheckConstraint('only_a_rejected_edit_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_approved_edit_has_no_note', HAS_NO_NOTE)
    .execute()
  await db.schema.createIndex('review_edits_by_review').on('review_edits').column('review_id').execute()
  await sql`
    comment on table review_edits is
      'Pending and decided edits of approved reviews. Approving one copies its text into the review.';
    comment on column review_edits.deal_id is 'The deal of the review.';
    comment on column review_edits.created_at is 'When the present text was written.';
    comment on column review_edits.replaced_version_id is
      'The text before the approval, which undoing the approval restores.';
    create unique index one_open_edit_per_review on review_edits (review_id)
      where status not in ('APPROVED', 'REJECTED');
    create index review_edits_by_version on review_edits (replaced_version_id) where replaced_version_id is not null
  `.execute(db)
}

async function createVotes(db: Kysely<unknown>) {
  await db.schema
    .createTable('review_votes')
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('review_votes_pkey', ['review_id', 'user_id'])
    .execute()
  await sql`
    comment on table review_votes is 'Readers who found a review helpful. Only the order of reviews depends on it.';
    create index review_votes_by_user on review_votes (user_id, created_at desc);

    create function count_helpful_votes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update reviews set helpful_count = helpful_count + 1 where id = new.review_id;
      else
        update reviews set helpful_count = helpful_count - 1 where id = old.review_id;
      end if;
      return null;
    end $$;
    comment on function count_helpful_votes is 'Updates the count of the review, if that still exists.';
    create trigger review_votes_count after insert or delete on review_votes
      for each row execute function count_helpful_votes();
    comment on trigger review_votes_count on review_votes is 'Lists are sorted by the count.'
  `.execute(db)
}

/** Authors are asked months after their purchase whether they still use the product. */
async function createFollowUps(db: Kysely<unknown>) {
  await db.schema
    .createTable('follow_up_questions')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('months', 'int2', (col) => col.notNull().check(sql`months in (6, 12, 24, 36)`))
    .addColumn('asked_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('stopped_at', 'timestamptz')
    .addUniqueConstraint('asked_once_each_time', ['review_id', 'months'])
    .execute()
  await db.schema.createIndex('follow_up_questions_by_user').on('follow_up_questions').column('user_id').execute()
  await sql`
    comment on table follow_up_questions is
      'Questions to authors, written in the transaction of the notification and the mail, so that each is asked once.';
    comment on column follow_up_questions.user_id is 'The author. Questions are deleted with the account.';
    comment on column follow_up_questions.months is 'The time since the purchase.';
    comment on column follow_up_questions.stopped_at is
      '"Do not ask me again": there are no more questions about this review.'
  `.execute(db)

  await db.schema
    .createTable('follow_ups')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('months', 'int2', (col) => col.notNull().check(sql`months in (6, 12, 24, 36)`))
    .addColumn('answer', sql`follow_up_answer`, (col) => col.notNull())
    .addColumn('rating', 'int2', (col) => col.notNull().check(sql`rating between 1 and 5`))
    .addColumn('body', 'text', (col) => col.check(sql`char_length(body) between 1 and 500`))
    .addColumn('title', 'text', (col) => col.generatedAlwaysAs(FOLLOW_UP_TITLE).stored())
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('minhash', sql`bigint[]`, (col) => col.generatedAlwaysAs(sql`compute_minhash(body)`).stored())
    .addUniqueConstraint('one_answer_each_time', ['review_id', 'months'])
    .addCheckConstraint('only_a_rejected_answer_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_approved_answer_has_no_note', HAS_NO_NOTE)
    .execute()
  await sql`
    comment on table follow_ups is
      'Answers to "Still using it?", public once approved. They do not change the text of the review.';
    comment on column follow_ups.id is 'The id of the question.';
    comment on column follow_ups.deal_id is 'The deal of the review.';
    comment on column follow_ups.title is 'The answer in words, for lists.';
    comment on column follow_ups.created_at is 'When the present text was written.'
  `.execute(db)
}

/**
 * The review is locked before its answers are read: a trigger before the update runs once the row is locked, and its
 * statements see what was committed until then. Two answers that are approved at once both count.
 */
async function countNewestRating(db: Kysely<unknown>) {
  await sql`
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
    comment on trigger reviews_count_newest_rating on reviews is 'Other writes to these two columns are overwritten.';

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
    comment on function recount_rating_of_review is 'Updates the review, whose trigger then reads its answers.';
    create trigger follow_ups_recount_rating
      after insert or delete or update of status, review_id, answer, rating, created_at on follow_ups
      for each row execute function recount_rating_of_review();
    comment on trigger follow_ups_recount_rating on follow_ups is 'The newest approved rating counts.'
  `.execute(db)
}
