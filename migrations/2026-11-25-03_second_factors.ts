import { type Kysely, sql } from 'kysely'

/** Second factors: authenticator apps with recovery codes, and passkeys (WebAuthn). */
export async function up(db: Kysely<unknown>) {
  await createAuthenticators(db)
  await createPasskeys(db)
}

async function createAuthenticators(db: Kysely<unknown>) {
  await db.schema
    .createTable('authenticators')
    .addColumn('user_id', 'uuid', (col) => col.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('sealed_secret', 'bytea', (col) =>
      col.notNull().check(sql`octet_length(sealed_secret) between 44 and 200`),
    )
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('last_step', 'int8', (col) => col.notNull().defaultTo(0))
    .addColumn('last_used_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('session_hash', 'bytea', (col) => col.references('sessions.id_hash').onDelete('cascade'))
    .addCheckConstraint('set_up_belongs_to_a_session', sql`num_nonnulls(confirmed_at, session_hash) = 1`)
    .execute()
  await sql`
    comment on table authenticators is 'Authenticator apps (TOTP, RFC 6238), one for each account.';
    comment on column authenticators.sealed_secret is
      'AES-256-GCM: 12 bytes of nonce, 16 of tag, then the secret. The key is derived from the secret of the site.';
    comment on column authenticators.confirmed_at is
      'When the first code was entered; null during the set-up, when it protects nothing.';
    comment on column authenticators.last_step is
      'The 30-second step since 1970 of the last accepted code. Only later ones count, so that each works once.';
    comment on column authenticators.session_hash is
      'The session of the set-up, the only one that sees the secret; null afterwards.';
    create index authenticators_by_session on authenticators (session_hash) where session_hash is not null
  `.execute(db)

  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(code_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute()
  await sql`
    comment on table recovery_codes is 'Codes that replace a second factor, deleted when they are used.';
    comment on column recovery_codes.code_hash is 'SHA-256 of the code, which has 80 random bits.'
  `.execute(db)

  await db.schema
    .createTable('sign_in_challenges')
    .addColumn('id_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(id_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('attempts', 'int2', (col) => col.notNull().defaultTo(0).check(sql`attempts between 0 and 5`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('sign_in_challenges_by_user').on('sign_in_challenges').column('user_id').execute()
  await db.schema.createIndex('sign_in_challenges_by_age').on('sign_in_challenges').column('created_at').execute()
  await sql`
    comment on table sign_in_challenges is
      'Sign-ins that wait for the second factor, for 5 minutes. They give no access.';
    comment on column sign_in_challenges.id_hash is 'SHA-256 of the id in the browser''s cookie.';
    comment on column sign_in_challenges.attempts is 'Codes that were tried.'
  `.execute(db)
}

async function createPasskeys(db: Kysely<unknown>) {
  await db.schema.createType('passkey_purpose').asEnum(['SIGN_IN', 'SECOND_FACTOR', 'ADD', 'VERIFY']).execute()

  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('credential_id', 'bytea', (col) =>
      col.notNull().unique().check(sql`octet_length(credential_id) between 1 and 1023`),
    )
    .addColumn('public_key', 'bytea', (col) => col.notNull().check(sql`octet_length(public_key) between 1 and 4000`))
    .addColumn('counter', 'int8', (col) => col.notNull().check(sql`counter >= 0`))
    .addColumn('transports', sql`text[]`, (col) => col.notNull().defaultTo('{}'))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 60`))
    .addColumn('is_backed_up', 'boolean', (col) => col.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()
  await sql`
    comment on table passkeys is 'Passkeys of accounts. Only public keys, which are useless for a sign-in.';
    comment on column passkeys.credential_id is 'Given by the authenticator.';
    comment on column passkeys.public_key is 'COSE.';
    comment on column passkeys.counter is
      'Signatures as the authenticator counts them, or 0. A lower value means that the passkey was copied.';
    comment on column passkeys.transports is 'How browsers reach the authenticator, such as usb or internal.';
    comment on column passkeys.is_backed_up is 'It was synced to other devices when it was last used.'
  `.execute(db)

  await db.schema
    .createTable('passkey_challenges')
    .addColumn('id_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(id_hash) = 32`))
    .addColumn('purpose', sql`passkey_purpose`, (col) => col.notNull())
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('cascade'))
    .addColumn('challenge', 'text', (col) => col.notNull().check(sql`char_length(challenge) between 22 and 100`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('only_a_sign_in_knows_nobody', sql`(user_id is null) = (purpose = 'SIGN_IN')`)
    .execute()
  await db.schema.createIndex('passkey_challenges_by_user').on('passkey_challenges').column('user_id').execute()
  await db.schema.createIndex('passkey_challenges_by_age').on('passkey_challenges').column('created_at').execute()
  await sql`
    comment on table passkey_challenges is 'Challenges for browsers to sign, valid once and for 5 minutes.';
    comment on column passkey_challenges.id_hash is 'SHA-256 of the id in the browser''s cookie.'
  `.execute(db)
}
