import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await createProfiles(db)
  await createSignIn(db)
  await createRateLimits(db)
}

async function createProfiles(db: Kysely<unknown>) {
  await sql`
    create type role as enum ('USER', 'MANAGER', 'ADMIN');
    create type profile_status as enum ('ACTIVE', 'SUSPENDED');

    create table profiles (
      id uuid primary key default gen_random_uuid(),
      name text check (char_length(name) between 1 and 100),
      email text not null check (char_length(email) between 3 and 254),
      role role not null default 'USER',
      status profile_status not null default 'ACTIVE',
      karma int4 not null default 0,
      confirmed_at timestamptz,
      created_at timestamptz not null default now(),
      search_text text generated always as (fold_case(coalesce(name, '') || E'\\x1f' || email)) stored
    );
    comment on table profiles is 'Accounts: members, managers and administrators.';
    comment on column profiles.karma is 'Sum of the karma_events of this profile, maintained by a trigger.';
    comment on column profiles.confirmed_at is 'When the email address was confirmed; null until then.';
    comment on column profiles.search_text is 'Name and email, separated by U+001F so that no match spans both.';

    -- One account per email, whatever its case. The app also normalizes to NFKC.
    create unique index profiles_email_key on profiles (lower(email));
    create index profiles_by_date on profiles (created_at desc, id desc);
    create index suspended_profiles_by_date on profiles (created_at desc, id desc) where status = 'SUSPENDED';
    -- The check for the last active administrator locks these few rows.
    create index staff_profiles_by_role on profiles (role, status) where role <> 'USER';
    create index profiles_search on profiles using gin (search_text gin_trgm_ops);
    -- LIKE is estimated from the histogram: a fine one tells frequent terms from rare ones.
    alter table profiles alter column search_text set statistics 1000
  `.execute(db)
}

async function createSignIn(db: Kysely<unknown>) {
  await sql`
    create table credentials (
      user_id uuid primary key references profiles (id) on delete cascade,
      password_hash text not null check (char_length(password_hash) = 60),
      changed_at timestamptz not null default now()
    );
    comment on table credentials is 'Password hashes, apart from profiles so that no query selects them by accident.';
    comment on column credentials.password_hash is 'bcrypt.';

    create table sessions (
      id_hash bytea primary key check (octet_length(id_hash) = 32),
      user_id uuid not null references profiles (id) on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    comment on table sessions is 'Signed-in browsers.';
    comment on column sessions.id_hash is
      'SHA-256 of the id in the cookie: a leaked table opens no session.';
    create index sessions_by_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    create type token_purpose as enum ('CONFIRM', 'RESET');
    create table tokens (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      user_id uuid not null references profiles (id) on delete cascade,
      purpose token_purpose not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      redirect_to text not null default '/' check (
        redirect_to ~ '^/([^/\\\\]|$)' and redirect_to !~ '[[:cntrl:]]' and char_length(redirect_to) <= 2000),
      constraint one_token_per_user_and_purpose unique (user_id, purpose)
    );
    comment on table tokens is
      'Links in mails that confirm an email address or reset a password; a newer link replaces the older one.';
    comment on column tokens.redirect_to is 'Where the link leads afterwards: a path of this site, never another site.';
    create index tokens_by_expiry on tokens (expires_at)
  `.execute(db)
}

async function createRateLimits(db: Kysely<unknown>) {
  await sql`
    create table rate_limits (
      key text primary key,
      points int4 not null default 0,
      expire bigint
    );
    comment on table rate_limits is 'Counters of rate limits; the columns are those that rate-limiter-flexible writes.';
    comment on column rate_limits.expire is 'Milliseconds since 1970.';
    create index rate_limits_by_expiry on rate_limits (expire)
  `.execute(db)
}
