import { type Kysely, sql } from 'kysely'

/** Second factors: authenticator apps, recovery codes, and sign-ins that still wait for one of them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table authenticators (
      user_id uuid primary key references profiles (id) on delete cascade,
      sealed_secret bytea not null check (octet_length(sealed_secret) between 44 and 200),
      confirmed_at timestamptz,
      last_step int8 not null default 0,
      last_used_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table authenticators is 'Authenticator apps (TOTP, RFC 6238), one for each account.';
    comment on column authenticators.sealed_secret is
      'AES-256-GCM: 12 bytes of nonce, 16 of tag, then the secret. The key is derived from the secret of the site.';
    comment on column authenticators.confirmed_at is
      'When the first code was right; null while it is set up, which protects nothing yet.';
    comment on column authenticators.last_step is
      'The 30 seconds since 1970 of the last code that was accepted. Only later ones count, so that each works once.';

    create table recovery_codes (
      code_hash bytea primary key check (octet_length(code_hash) = 32),
      user_id uuid not null references profiles (id) on delete cascade,
      created_at timestamptz not null default now()
    );
    comment on table recovery_codes is 'Codes that replace a second factor, deleted when they are used.';
    comment on column recovery_codes.code_hash is 'SHA-256 of the code, which has 80 random bits.';
    create index recovery_codes_by_user on recovery_codes (user_id);

    create table sign_in_challenges (
      id_hash bytea primary key check (octet_length(id_hash) = 32),
      user_id uuid not null references profiles (id) on delete cascade,
      attempts int2 not null default 0 check (attempts between 0 and 5),
      created_at timestamptz not null default now()
    );
    comment on table sign_in_challenges is
      'Sign-ins with the right password that wait for the second factor, for 5 minutes. They give no access.';
    comment on column sign_in_challenges.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    comment on column sign_in_challenges.attempts is 'Codes that were tried.';
    create index sign_in_challenges_by_user on sign_in_challenges (user_id);
    create index sign_in_challenges_by_age on sign_in_challenges (created_at)
  `.execute(db)
}
