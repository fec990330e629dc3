import { type Kysely, sql } from 'kysely'

/** Staff enter what a vendor answers to a review or to a verified change. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table vendor_answers (
      id uuid primary key default gen_random_uuid(),
      review_id uuid unique references reviews (id) on delete cascade,
      change_log_id uuid unique references change_logs (id) on delete cascade,
      body text not null check (char_length(body) between 1 and 1000),
      answered_on date not null check (answered_on between '1990-01-01' and '2199-12-31'),
      entered_by uuid references profiles (id) on delete set null,
      created_at timestamptz not null default now(),
      version int4 not null default 1 check (version > 0),
      constraint an_answer_belongs_to_a_review_or_a_change check (num_nonnulls(review_id, change_log_id) = 1)
    );
    comment on table vendor_answers is
      'Answers of vendors, one to a review or change, public as long as that is. Staff enter them on their behalf.';
    comment on column vendor_answers.answered_on is 'When the vendor answered. The form takes no day in the future.';
    comment on column vendor_answers.entered_by is 'Never published.';
    comment on column vendor_answers.version is 'Grows with each edit, so that nobody overwrites what they have not read.';
    create index vendor_answers_by_staff on vendor_answers (entered_by) where entered_by is not null;

    create function announce_vendor_answer() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where id in (old.review_id, new.review_id) and status = 'APPROVED')
        or exists (
          select from change_logs where id in (old.change_log_id, new.change_log_id) and verified_at is not null) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_vendor_answer is 'Announces the change of an answer to what visitors see.';
    create trigger vendor_answers_announce_changes after insert or update or delete on vendor_answers
      for each row execute function announce_vendor_answer();
    comment on trigger vendor_answers_announce_changes on vendor_answers is
      'Changes that visitors see are announced to the page caches.';
    create trigger vendor_answers_announce_truncation after truncate on vendor_answers
      for each statement execute function announce_content_change();
    comment on trigger vendor_answers_announce_truncation on vendor_answers is 'TRUNCATE is announced to the page caches.'
  `.execute(db)
}
