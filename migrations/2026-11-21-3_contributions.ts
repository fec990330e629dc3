import { type Kysely, sql } from 'kysely'

// What a person wrote outlives the account: the row stays and loses its author.
export async function up(db: Kysely<unknown>) {
  await db.schema.createType('moderation_status').asEnum(['PENDING', 'APPROVED', 'REJECTED']).execute()
  await db.schema
    .createType('change_kind')
    .asEnum(['PRICE', 'TERMS', 'LIMITS', 'REFUND', 'ENDED', 'REOPENED', 'ACQUIRED', 'SHUTDOWN', 'IMPROVED', 'OTHER'])
    .execute()
  await db.schema.createType('affects_owners').asEnum(['YES', 'NO', 'UNKNOWN']).execute()
  await db.schema.createType('karma_source').asEnum(['REVIEW', 'CHANGE_LOG', 'COMMENT']).execute()

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('rating', 'int2', (col) => col.notNull().check(sql`rating between 1 and 5`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('one_review_per_person_and_deal', ['deal_id', 'user_id'])
    .addCheckConstraint('only_a_rejected_review_has_a_reason', sql`moderation_reason is null or status = 'REJECTED'`)
    .execute()

  await db.schema
    .createTable('change_logs')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('reported_by_user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('description', 'text', (col) => col.notNull().check(sql`char_length(description) between 1 and 500`))
    .addColumn('kind', sql`change_kind`, (col) => col.notNull().defaultTo('OTHER'))
    .addColumn('old_value', 'text', (col) => col.check(sql`char_length(old_value) between 1 and 200`))
    .addColumn('new_value', 'text', (col) => col.check(sql`char_length(new_value) between 1 and 200`))
    .addColumn('effective_on', 'date')
    .addColumn('source_url', 'text', (col) =>
      col.check(sql`source_url ~* '^https?://[^[:space:]]+$' and char_length(source_url) <= 2048`),
    )
    .addColumn('affects_owners', sql`affects_owners`, (col) => col.notNull().defaultTo('UNKNOWN'))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('only_a_rejected_report_has_a_reason', sql`moderation_reason is null or status = 'REJECTED'`)
    .execute()

  await db.schema
    .createTable('comments')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('bookmarks')
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('one_bookmark_per_person_and_deal', ['user_id', 'deal_id'])
    .execute()
  await db.schema.createIndex('bookmarks_of_deal').on('bookmarks').column('deal_id').execute()

  // A ledger: what was earned is added, what was undone is added with a minus.
  await db.schema
    .createTable('karma_events')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('source', sql`karma_source`, (col) => col.notNull())
    .addColumn('source_id', 'uuid', (col) => col.notNull())
    .addColumn('amount', 'int2', (col) => col.notNull().check(sql`amount <> 0`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('karma_of_user').on('karma_events').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('karma_of_source').on('karma_events').columns(['source', 'source_id']).execute()

  for (const [table, author] of [
    ['reviews', 'user_id'],
    ['change_logs', 'reported_by_user_id'],
    ['comments', 'user_id'],
  ] as const) {
    // The deal page's tab, the moderation queue, the author's own list.
    await db.schema
      .createIndex(`${table}_of_deal`)
      .on(table)
      .columns(['deal_id', 'status', 'created_at desc', 'id desc'])
      .execute()
    await db.schema.createIndex(`${table}_to_moderate`).on(table).columns(['status', 'created_at', 'id']).execute()
    await db.schema.createIndex(`${table}_of_author`).on(table).columns([author, 'created_at desc']).execute()
    await db.schema.createIndex(`${table}_of_moderator`).on(table).column('moderated_by').execute()
  }
}

export async function down(db: Kysely<unknown>) {
  for (const table of ['karma_events', 'bookmarks', 'comments', 'change_logs', 'reviews']) {
    await db.schema.dropTable(table).execute()
  }
  for (const type of ['karma_source', 'affects_owners', 'change_kind', 'moderation_status']) {
    await db.schema.dropType(type).execute()
  }
}
