import { type Kysely, sql } from 'kysely'

/** What members typed into a form that arrived after their session had ended. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table kept_forms (
      id_hash bytea not null check (octet_length(id_hash) = 32),
      path text not null check (path ~ '^/[^/\\\\]' and char_length(path) <= 2000),
      user_id uuid not null references profiles (id) on delete cascade,
      fields text not null check (octet_length(fields) between 1 and 30000),
      had_file boolean not null,
      created_at timestamptz not null default now(),
      primary key (id_hash, path)
    );
    comment on table kept_forms is
      'Forms of members whose session had ended: offered again for an hour, in that browser, to that member.';
    comment on column kept_forms.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    comment on column kept_forms.path is 'The page of the form.';
    comment on column kept_forms.fields is 'As sent, without passwords and files.';
    comment on column kept_forms.had_file is 'A file was chosen; it has to be chosen again.';
    create index kept_forms_by_user on kept_forms (user_id);
    create index kept_forms_by_age on kept_forms (created_at)
  `.execute(db)
}
