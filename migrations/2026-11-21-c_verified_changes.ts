import { type Kysely, sql } from 'kysely'

/**
 * A change is on record from the moment it was verified, not from the moment somebody reported it: in the order of the
 * reports an old one that is approved today would appear among entries that readers have long seen.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table change_logs add column verified_at timestamptz generated always as
    (case when status = 'APPROVED' then coalesce(moderated_at, created_at) end) stored`.execute(db)

  // The tab of a deal, and what was verified last anywhere.
  await db.schema.dropIndex('change_logs_of_deal').execute()
  await db.schema
    .createIndex('change_logs_of_deal')
    .on('change_logs')
    .columns(['deal_id', 'verified_at desc', 'id desc'])
    .execute()
  await sql`
    create index verified_changes on change_logs (verified_at desc, id desc)
    where verified_at is not null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropIndex('verified_changes').execute()
  await db.schema.dropIndex('change_logs_of_deal').execute()
  await db.schema.alterTable('change_logs').dropColumn('verified_at').execute()
  await db.schema
    .createIndex('change_logs_of_deal')
    .on('change_logs')
    .columns(['deal_id', 'status', 'created_at desc', 'id desc'])
    .execute()
}
