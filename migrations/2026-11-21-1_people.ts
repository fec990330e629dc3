import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema.createType('role').asEnum(['USER', 'MANAGER', 'ADMIN']).execute()
  await db.schema.createType('profile_status').asEnum(['ACTIVE', 'SUSPENDED']).execute()
  await db.schema.createType('token_purpose').asEnum(['CONFIRM', 'RESET']).execute()

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
    .execute()

  // One account per address, whatever its case. The app also normalizes to NFKC before it asks.
  await db.schema.createIndex('profiles_email').on('profiles').expression(sql`lower(email)`).unique().execute()
  await db.schema.createIndex('profiles_newest').on('profiles').columns(['created_at desc', 'id desc']).execute()
  // Whether somebody is the last active admin is asked under a lock on these few rows.
  await sql`create index profiles_staff on profiles (role, status) where role <> 'USER'`.execute(db)

  await db.schema
    .createTable('credentials')
    .addColumn('user_id', 'uuid', (col) => col.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (col) => col.notNull().check(sql`char_length(password_hash) = 60`))
    .addColumn('changed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()

  // The cookie holds the id, the table only its hash: a leaked table opens no session.
  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(id_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('last_seen_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_to_expire').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('tokens')
    .addColumn('token_hash', 'bytea', (col) => col.primaryKey().check(sql`octet_length(token_hash) = 32`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('purpose', sql`token_purpose`, (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (col) => col.notNull())
    .execute()
  // A newer link of the same purpose replaces the older one.
  await db.schema
    .createIndex('one_token_per_user_and_purpose')
    .on('tokens')
    .columns(['user_id', 'purpose'])
    .unique()
    .execute()
  await db.schema.createIndex('tokens_to_expire').on('tokens').column('expires_at').execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropTable('tokens').execute()
  await db.schema.dropTable('sessions').execute()
  await db.schema.dropTable('credentials').execute()
  await db.schema.dropTable('profiles').execute()
  await db.schema.dropType('token_purpose').execute()
  await db.schema.dropType('profile_status').execute()
  await db.schema.dropType('role').execute()
}
