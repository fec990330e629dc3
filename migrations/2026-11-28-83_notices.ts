import { type Kysely, sql } from 'kysely'

/** Anyone can report a page by the contact form. Its sender gets a number, and later the decision. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table contact_messages
      add column number integer generated always as identity,
      add column about_kind text check (about_kind in ('deal', 'review', 'comment', 'profile')),
      add column about_id uuid,
      add column answer text check (char_length(answer) between 1 and 500),
      add constraint a_notice_names_its_subject check ((about_kind is null) = (about_id is null));
    create unique index contact_messages_number on contact_messages (number);
    comment on column contact_messages.number is 'Named in receipts.';
    comment on column contact_messages.about_kind is 'What a notice reports; null for other messages.';
    comment on column contact_messages.about_id is 'Its id. It may be deleted since.';
    comment on column contact_messages.answer is 'What staff wrote to the sender of a notice with their decision.';
  `.execute(db)
}
