import { type Kysely, sql } from 'kysely'

/** What the source of a change report said when it was reported, so that the evidence outlives the page. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sources (
      change_id uuid primary key references change_logs on delete cascade,
      url text not null check (char_length(url) between 1 and 2048),
      text text check (octet_length(text) between 1 and 200000),
      hash text check (hash ~ '^[0-9a-f]{64}$'),
      saved_at timestamptz,
      failure text check (char_length(failure) between 1 and 200),
      constraint a_saved_text_has_hash_and_time check (
        (text is null) = (hash is null) and (text is null) = (saved_at is null)),
      constraint a_source_is_saved_or_failed check (text is not null or failure is not null)
    );
    comment on table sources is
      'The pages that change reports name as their source. Deleted 30 days after a rejection. PostgreSQL compresses the text.';
    comment on column sources.text is 'The readable text of the page. Shown to staff only.';
    comment on column sources.hash is 'SHA-256 of the text in UTF-8.';
    comment on column sources.failure is 'Why the page could not be saved at the last attempt. An older text stays.';

    create function announce_source() returns trigger language plpgsql as $$
    begin
      if exists (select from change_logs where id in (old.change_id, new.change_id) and verified_at is not null) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_source is 'Announces the change if the report is public.';
    create trigger sources_announce_changes after insert or update or delete on sources
      for each row execute function announce_source();
    comment on trigger sources_announce_changes on sources is 'Changes that visitors see are announced to the page caches.';
    create trigger sources_announce_truncation after truncate on sources
      for each statement execute function announce_content_change();
    comment on trigger sources_announce_truncation on sources is 'TRUNCATE is announced to the page caches.';
  `.execute(db)
}
