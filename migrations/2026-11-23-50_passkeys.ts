import { type Kysely, sql } from 'kysely'

/** Passkeys (WebAuthn): a second factor after the password, or both factors without it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
      public_key bytea not null check (octet_length(public_key) between 1 and 4000),
      counter int8 not null check (counter >= 0),
      transports text[] not null default '{}',
      name text not null check (char_length(name) between 1 and 60),
      is_backed_up boolean not null,
      last_used_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table passkeys is 'Passkeys of accounts. Only public keys: a leaked table signs nobody in.';
    comment on column passkeys.credential_id is 'Given by the authenticator.';
    comment on column passkeys.public_key is 'COSE.';
    comment on column passkeys.counter is
      'Signatures as the authenticator counts them; 0 if it does not. It never goes back, unless the passkey was copied.';
    comment on column passkeys.transports is 'How browsers reach the authenticator, such as usb or internal.';
    comment on column passkeys.is_backed_up is 'It was synced to other devices when it was last used.';
    create index passkeys_by_user on passkeys (user_id);

    create type passkey_purpose as enum ('SIGN_IN', 'SECOND_FACTOR', 'ADD', 'VERIFY');
    create table passkey_challenges (
      id_hash bytea primary key check (octet_length(id_hash) = 32),
      purpose passkey_purpose not null,
      user_id uuid references profiles (id) on delete cascade,
      challenge text not null check (char_length(challenge) between 22 and 100),
      created_at timestamptz not null default now(),
      constraint only_a_sign_in_knows_nobody check ((user_id is null) = (purpose = 'SIGN_IN'))
    );
    comment on table passkey_challenges is 'What browsers were asked to sign, for 5 minutes and once.';
    comment on column passkey_challenges.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    create index passkey_challenges_by_user on passkey_challenges (user_id);
    create index passkey_challenges_by_age on passkey_challenges (created_at)
  `.execute(db)
}
