import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // No address of a visitor is kept. visitor_key is a keyed hash that tells repeats of one day apart, nothing else.
  await db.schema
    .createTable('click_events')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('referrer', 'text', (col) => col.check(sql`char_length(referrer) between 1 and 500`))
    .addColumn('visitor_key', 'bytea', (col) => col.check(sql`octet_length(visitor_key) <= 32`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('clicks_of_deal').on('click_events').columns(['deal_id', 'created_at']).execute()
  await db.schema.createIndex('clicks_by_time').on('click_events').column('created_at').execute()
  await sql`create index clicks_of_user on click_events (user_id) where user_id is not null`.execute(db)

  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('actor_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('action', 'text', (col) => col.notNull().check(sql`char_length(action) between 1 and 100`))
    .addColumn('entity_type', 'text', (col) => col.notNull().check(sql`char_length(entity_type) between 1 and 50`))
    .addColumn('entity_id', 'text', (col) => col.check(sql`char_length(entity_id) <= 200`))
    .addColumn('detail', 'jsonb', (col) => col.notNull().defaultTo(sql`'{}'`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('audit_of_actor').on('audit_log').columns(['actor_id', 'id']).execute()
  await db.schema.createIndex('audit_of_entity').on('audit_log').columns(['entity_type', 'entity_id', 'id']).execute()
  await db.schema.createIndex('audit_of_action').on('audit_log').columns(['action', 'id']).execute()

  // Append-only: the one change allowed is that a deleted account takes its name off its entries.
  await sql`
    create function refuse_rewriting_the_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.actor_id is null
        and (new.id, new.action, new.entity_type, new.entity_id, new.detail, new.created_at)
          is not distinct from (old.id, old.action, old.entity_type, old.entity_id, old.detail, old.created_at) then
        return new;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`
    create trigger audit_log_is_append_only before update or delete on audit_log
    for each row execute function refuse_rewriting_the_audit_log()`.execute(db)

  await db.schema
    .createType('import_status')
    .asEnum(['CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'])
    .execute()
  await db.schema
    .createTable('imports')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('file_name', 'text', (col) => col.notNull().check(sql`char_length(file_name) between 1 and 255`))
    .addColumn('file_sha256', 'bytea', (col) => col.notNull().check(sql`octet_length(file_sha256) = 32`))
    .addColumn('status', sql`import_status`, (col) => col.notNull())
    .addColumn('created_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('updated_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('unchanged_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('failed_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('imports_newest').on('imports').columns(['created_at desc', 'id desc']).execute()
  await db.schema.createIndex('imports_of_file').on('imports').column('file_sha256').execute()
  await db.schema.createIndex('imports_of_user').on('imports').column('user_id').execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropTable('imports').execute()
  await db.schema.dropType('import_status').execute()
  await db.schema.dropTable('audit_log').execute()
  await sql`drop function refuse_rewriting_the_audit_log`.execute(db)
  await db.schema.dropTable('click_events').execute()
}
