import { type Kysely, sql } from 'kysely'

/** Accounts, sign-in and rate limits. */
export async function up(db: Kysely<unknown>) {
  await createProfiles(db)
  await createSignIn(db)
  await createRateLimits(db)
}

async function createProfiles(db: Kysely<unknown>) {
  await db.schema.createType('role').asEnum(['USER', 'MANAGER', 'ADMIN']).execute()
  await db.schema.createType('profile_status').asEnum(['ACTIVE', 'SUSPENDED']).execute()
  await db.schema.createType('mail_rhythm').asEnum(['AT_ONCE', 'WEEKLY', 'NEVER']).execute()

  await db.schema
    .createTable('profiles')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.check(sql`char_length(name) between 1 and 100`))
    .addColumn('email', 'text', (col) => col.notNull().check(sql`char_length(email) between 3 and 254`))
    .addColumn('role', sql`role`, (col) => col.notNull().defaultTo('USER'))
    .addColumn('status', sql`profile_status`, (col) => col.notNull().defaultTo('ACTIVE'))
    .addColumn('karma', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('search_text', 'text', (col) =>
      col.generatedAlwaysAs(sql`fold_case(coalesce(name, '') || E'\\x1f' || email)`).stored(),
    )
    .addColumn('has_public_profile', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('mail_rhythm', sql`mail_rhythm`, (col) => col.notNull().defaultTo('WEEKLY'))
    .addColumn('mail_refusals', 'int2', (col) => col.notNull().defaultTo(0).check(sql`mail_refusals >= 0`))
    .addColumn('mail_off_since', 'timestamptz')
    .execute()
  await db.schema.createIndex('profiles_by_date').on('profiles').columns(['created_at desc', 'id desc']).execute()
  await sql`
    comment on table profiles is 'Accounts: members, managers and administrators.';
    comment on column profiles.karma is 'Sum of the karma_events of this profile, maintained by a trigger.';
    comment on column profiles.confirmed_at is 'When the email address was confirmed; null until then.';
    comment on column profiles.search_text is 'Name and email, separated by U+001F so that no match spans both.';
    comment on column profiles.has_public_profile is
      'Whether the member has a public page. Suspended accounts never have one.';
    comment on column profiles.mail_rhythm is
      'How often notifications are mailed. Mails about the account itself are always sent.';
    comment on column profiles.mail_refusals is 'Permanent refusals by the mail server since the last delivery.';
    comment on column profiles.mail_off_since is
      'When mails stopped after too many refusals; null while they are sent.';
    -- One account per email, whatever its case. The app also normalizes to NFKC.
    create unique index profiles_email_key on profiles (lower(email));
    create index suspended_profiles_by_date on profiles (created_at desc, id desc) where status = 'SUSPENDED';
    -- The check for the last active administrator locks these few rows.
    create index staff_profiles_by_role on profiles (role, status) where role <> 'USER';
    create index profiles_search on profiles using gin (search_text gin_trgm_ops);
    -- LIKE is estimated from the histogram: a fine one distinguishes frequent terms from rare ones.
    alter table profiles alter column search_text set statistics 1000
  `.execute(db)
}

async function createSignIn(db: Kysely<unknown>) {
  await db.schema.createType('token_purpose').asEnum(['CONFIRM', 'RESET', 'SET_UP']).execute()

  await db.schema
    .createTable('credentials')
    .addColumn('user_id', 'uuid', (col) => col.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (col) => col.notNull().check(sql`char_length(password_hash) = 60`))
    .addColumn('changed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`
    comment on table credentials is 'Password hashes, apart from profiles so that no query selects them by accident.';
    comment on column credentials.password_hash is 'bcrypt.'
  `.execute(db)

  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(id_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('last_seen_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
    .addColumn('id', 'uuid', (col) => col.notNull().unique().defaultTo(sql`gen_random_uuid()`))
    .addColumn('device', 'text', (col) =>
      col.notNull().defaultTo('Unknown browser').check(sql`char_length(device) between 1 and 60`),
    )
    .addColumn('verified_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('set_up_allowed_until', 'timestamptz')
    .execute()
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()
  await sql`
    comment on table sessions is 'Signed-in browsers.';
    comment on column sessions.id_hash is 'SHA-256 of the id in the cookie: a leaked table opens no session.';
    comment on column sessions.id is 'Names the session in lists of the account; opens nothing.';
    comment on column sessions.device is
      'Browser and system, from the User-Agent at the sign-in. No address is stored.';
    comment on column sessions.verified_at is 'When the owner last entered the password.';
    comment on column sessions.set_up_allowed_until is
      'Until when the session may set up the first required second factor, after an emailed link.'
  `.execute(db)

  await db.schema
    .createTable('tokens')
    .addColumn('token_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(token_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('purpose', sql`token_purpose`, (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
    .addColumn('redirect_to', 'text', (col) =>
      col
        .notNull()
        .defaultTo('/')
        .check(
          sql`redirect_to ~ '^/([^/\\\\]|$)' and redirect_to !~ '[[:cntrl:]]' and char_length(redirect_to) <= 2000`,
        ),
    )
    .addUniqueConstraint('one_token_per_user_and_purpose', ['user_id', 'purpose'])
    .execute()
  await db.schema.createIndex('tokens_by_expiry').on('tokens').column('expires_at').execute()
  await sql`
    comment on table tokens is
      'Links in mails that confirm an email address or reset a password. A newer one replaces the older.';
    comment on column tokens.redirect_to is
      'Target of the redirect afterwards: a path of this site, never another site.'
  `.execute(db)

  await db.schema
    .createTable('known_devices')
    .addColumn('id_hash', 'bytea', (col) => col.notNull().check(sql`octet_length(id_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('device', 'text', (col) => col.notNull().check(sql`char_length(device) between 1 and 60`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('last_seen_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('known_devices_pkey', ['user_id', 'id_hash'])
    .execute()
  await db.schema.createIndex('known_devices_by_age').on('known_devices').column('last_seen_at').execute()
  await sql`
    comment on table known_devices is
      'Browsers in which a member has signed in. The member gets mail about a sign-in from another one.';
    comment on column known_devices.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    comment on column known_devices.last_seen_at is 'The latest sign-in; the row is deleted a year after it.'
  `.execute(db)
}

async function createRateLimits(db: Kysely<unknown>) {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (col) => col.primaryKey())
    .addColumn('points', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
  await db.schema.createIndex('rate_limits_by_expiry').on('rate_limits').column('expire').execute()
  await sql`
    comment on table rate_limits is 'Counters of rate limits; the columns are those that rate-limiter-flexible writes.';
    comment on column rate_limits.expire is 'Milliseconds since 1970.'
  `.execute(db)
}
