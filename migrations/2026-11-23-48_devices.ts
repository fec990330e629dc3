import { type Kysely, sql } from 'kysely'

/** Sessions know their device and when their owner last entered the password; browsers are known beyond their sessions. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table sessions
      add column id uuid not null default gen_random_uuid() constraint sessions_id_key unique,
      add column device text not null default 'Unknown browser' check (char_length(device) between 1 and 60),
      add column verified_at timestamptz not null default now();
    update sessions set verified_at = created_at;
    comment on column sessions.id is 'Names the session in lists of the account; opens nothing.';
    comment on column sessions.device is 'Browser and system in words, from the User-Agent at the sign-in. No address is stored.';
    comment on column sessions.verified_at is 'When the owner last proved who they are, with the password.';

    create table known_devices (
      id_hash bytea not null check (octet_length(id_hash) = 32),
      user_id uuid not null references profiles (id) on delete cascade,
      device text not null check (char_length(device) between 1 and 60),
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      primary key (user_id, id_hash)
    );
    comment on table known_devices is
      'Browsers in which a member has signed in: a sign-in from another one is mailed to the member.';
    comment on column known_devices.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    comment on column known_devices.last_seen_at is 'The latest sign-in; forgotten a year after it.';
    create index known_devices_by_age on known_devices (last_seen_at);

    alter table kept_forms add column reason text not null default 'SIGNED_OUT'
      constraint kept_forms_reason_check check (reason in ('SIGNED_OUT', 'UNVERIFIED'));
    comment on column kept_forms.reason is
      'Why it was kept: the session had ended, or the password was asked for first.'
  `.execute(db)
}
