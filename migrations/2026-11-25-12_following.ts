import { type Kysely, sql } from 'kysely'

/** Saved deals, follows and saved searches, the events of deals, and the notifications and mails about them. */
export async function up(db: Kysely<unknown>) {
  await createFollows(db)
  await createEvents(db)
  await createNotifications(db)
}

async function createFollows(db: Kysely<unknown>) {
  await db.schema
    .createTable('bookmarks')
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('tells_price', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('tells_changes', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('tells_ending', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('tells_ended', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('tells_reopened', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('target_price', 'numeric(12, 2)', (col) => col.check(sql`target_price between 0 and 9999999.99`))
    .addPrimaryKeyConstraint('one_bookmark_per_person_and_deal', ['user_id', 'deal_id'])
    .execute()
  await db.schema.createIndex('bookmarks_by_deal_and_user').on('bookmarks').columns(['deal_id', 'user_id']).execute()
  await sql`
    comment on table bookmarks is 'Saved deals of members. A saved deal is followed unless everything is switched off.';
    comment on column bookmarks.tells_changes is 'Verified changes.';
    comment on column bookmarks.tells_ending is 'Three days before the end.';
    comment on column bookmarks.target_price is
      'In the currency of the deal. At or below it the member is notified, whatever tells_price is.'
  `.execute(db)

  await db.schema
    .createTable('follows')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('product_id', 'uuid', (col) => col.references('products.id').onDelete('cascade'))
    .addColumn('vendor_id', 'uuid', (col) => col.references('vendors.id').onDelete('cascade'))
    .addColumn('category_id', 'uuid', (col) => col.references('categories.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('one_thing_is_followed', sql`num_nonnulls(product_id, vendor_id, category_id) = 1`)
    .execute()
  await db.schema.createIndex('follows_by_user').on('follows').columns(['user_id', 'created_at desc']).execute()
  await sql`
    comment on table follows is
      'Products, vendors and categories that members follow, for new offers and verified changes of a vendor.';
    create unique index follows_by_product on follows (product_id, user_id) where product_id is not null;
    create unique index follows_by_vendor on follows (vendor_id, user_id) where vendor_id is not null;
    create unique index follows_by_category on follows (category_id, user_id) where category_id is not null
  `.execute(db)

  await db.schema
    .createTable('saved_searches')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 60`))
    .addColumn('query', 'text', (col) => col.notNull().check(sql`char_length(query) between 1 and 2000`))
    .addColumn('looked_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`
    comment on table saved_searches is 'Searches of /deals that members saved under a name.';
    comment on column saved_searches.query is 'The canonical query string of /deals, without page and view.';
    comment on column saved_searches.looked_at is 'When the member last opened it. Deals added later count as new.';
    create unique index one_saved_search_per_name on saved_searches (user_id, lower(name));
    create unique index one_saved_search_per_query on saved_searches (user_id, md5(query))
  `.execute(db)

  await db.schema
    .createTable('private_addresses')
    .addColumn('user_id', 'uuid', (col) => col.primaryKey().references('profiles.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('token_hash', 'bytea', (col) => col.notNull().unique().check(sql`octet_length(token_hash) = 32`))
    .execute()
  await sql`
    comment on table private_addresses is
      'Links to a member''s calendar and feed, which need only the token. A new password deletes them.';
    comment on column private_addresses.token_hash is 'SHA-256 of the token in the links.'
  `.execute(db)
}

async function createEvents(db: Kysely<unknown>) {
  await db.schema
    .createType('deal_event_kind')
    .asEnum(['PRICE', 'CHANGE', 'ENDING', 'ENDED', 'REOPENED', 'PUBLISHED'])
    .execute()

  await db.schema
    .createTable('deal_events')
    .addColumn('id', 'bigint', (col) => col.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('kind', sql`deal_event_kind`, (col) => col.notNull())
    .addColumn('cause', 'text', (col) => col.notNull().check(sql`char_length(cause) between 1 and 200`))
    .addColumn('data', 'jsonb', (col) => col.notNull().defaultTo('{}'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('started_at', 'timestamptz')
    .addColumn('audience', 'int2', (col) => col.notNull().defaultTo(0))
    .addColumn('told_to', 'uuid')
    .addColumn('withdrawn_at', 'timestamptz')
    .addColumn('done_at', 'timestamptz')
    .addUniqueConstraint('one_event_per_cause', ['kind', 'cause'])
    .execute()
  await db.schema.createIndex('deal_events_by_deal').on('deal_events').columns(['deal_id', 'kind']).execute()
  await db.schema.createIndex('deal_events_by_date').on('deal_events').column('created_at').execute()
  await sql`
    comment on table deal_events is
      'Events of published deals with followers, written in the transaction of their cause. A job notifies the followers.';
    comment on column deal_events.cause is 'Such as the id of a change. There is one event for each cause.';
    comment on column deal_events.started_at is
      'When the first followers were notified. Until then a reversal deletes the event.';
    comment on column deal_events.audience is
      'The group of followers that is being notified, see tell-followers.server.ts.';
    comment on column deal_events.told_to is 'The last notified member of that group, in the order of their ids.';
    comment on column deal_events.withdrawn_at is 'When the decision was undone: the notifications are deleted.';
    comment on column deal_events.done_at is 'When all were notified, or all notifications deleted.';
    create index deal_events_to_tell on deal_events (id) where done_at is null
  `.execute(db)
}

async function createNotifications(db: Kysely<unknown>) {
  await db.schema.createType('mail_kind').asEnum(['DIGEST', 'ALERT', 'REMINDER']).execute()
  await db.schema.createType('mail_status').asEnum(['WAITING', 'SENT', 'FAILED', 'DROPPED']).execute()

  await db.schema
    .createTable('mails')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('kind', sql`mail_kind`, (col) => col.notNull())
    .addColumn('cause', 'text', (col) => col.notNull().check(sql`char_length(cause) between 1 and 200`))
    .addColumn('status', sql`mail_status`, (col) => col.notNull().defaultTo('WAITING'))
    .addColumn('send_after', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('failures', 'int2', (col) => col.notNull().defaultTo(0))
    .addColumn('may_have_arrived', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .addUniqueConstraint('one_mail_per_person_and_cause', ['user_id', 'cause'])
    .execute()
  await db.schema.createIndex('mails_by_date').on('mails').column('created_at').execute()
  await sql`
    comment on table mails is
      'Mails about notifications, planned in batches and sent one by one. Their text is made of the notifications when they are sent.';
    comment on column mails.id is 'Also the Message-ID, so that mail programs recognize a second copy after a crash.';
    comment on column mails.cause is 'Such as "digest:2026-11-23". There is one mail for each cause.';
    comment on column mails.status is 'DROPPED: the member chose never, or no notification was left.';
    comment on column mails.may_have_arrived is 'The outcome of an attempt is unknown; only one more follows.';
    comment on column mails.finished_at is 'When it was sent or given up.';
    create index mails_to_send on mails (send_after, id) where status = 'WAITING'
  `.execute(db)

  await db.schema
    .createTable('notifications')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('cause', 'text', (col) => col.notNull().check(sql`char_length(cause) between 1 and 200`))
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('cascade'))
    .addColumn('data', 'jsonb', (col) => col.notNull().defaultTo('{}'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('read_at', 'timestamptz')
    .addColumn('event_id', 'bigint', (col) => col.references('deal_events.id').onDelete('set null'))
    .addColumn('mail_id', 'uuid', (col) => col.references('mails.id').onDelete('set null'))
    .addUniqueConstraint('one_notification_per_person_and_cause', ['user_id', 'cause'])
    .execute()
  await db.schema.createIndex('notifications_by_deal').on('notifications').column('deal_id').execute()
  await db.schema.createIndex('notifications_by_date').on('notifications').column('created_at').execute()
  await sql`
    comment on table notifications is
      'Notifications of members, written in the transaction of their cause and deleted after 90 days.';
    comment on column notifications.kind is
      'As in app/features/people/notifications, which also names the data of each.';
    comment on column notifications.cause is 'Such as "decision:<id>". There is one notification for each cause.';
    comment on column notifications.event_id is 'The event of a deal, for notifications of that kind.';
    comment on column notifications.mail_id is 'The mail that contains it; null if none does.';
    create index notifications_by_user on notifications (user_id, created_at desc, id desc);
    create index unread_notifications on notifications (user_id) where read_at is null;
    create index notifications_by_event on notifications (event_id) where event_id is not null;
    create index notifications_by_mail on notifications (mail_id) where mail_id is not null
  `.execute(db)
}
