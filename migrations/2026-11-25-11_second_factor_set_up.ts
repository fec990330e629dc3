import { type Kysely, sql } from 'kysely'

/**
 * An authenticator app that is being set up belongs to the session that began it. Sessions know whether they may set up a
 * required second factor, which an emailed link allows.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from authenticators where confirmed_at is null;
    alter table authenticators
      add column session_hash bytea references sessions (id_hash) on delete cascade,
      add constraint set_up_belongs_to_a_session check (num_nonnulls(confirmed_at, session_hash) = 1);
    comment on column authenticators.session_hash is
      'The session in which the app is being set up, the only one that sees the secret; null afterwards.';
    create index authenticators_by_session on authenticators (session_hash) where session_hash is not null;

    alter table sessions add column set_up_allowed_until timestamptz;
    comment on column sessions.set_up_allowed_until is
      'Until when the session may set up the first second factor that the role requires, after an emailed link.';
    alter type token_purpose add value 'SET_UP'
  `.execute(db)
}
