import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** Filled by the migrations. */
const KEPT = ['kysely_migration', 'kysely_migration_lock']

/**
 * Prepares one statement that removes everything a test wrote. Deleting a few rows takes a tenth of the time of
 * TRUNCATE, which creates a new file for every table and index. Triggers are disabled, so the NOTIFY is sent here.
 */
export async function prepareEmptying() {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> all(${KEPT})
    union all select 'graphile_worker._private_jobs'`.execute(db)
  const { rows: sequences } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public'`.execute(db)
  const statement = sql.raw(`
    do $$ begin
      set local session_replication_role = replica;
      ${tables.map(({ name }) => `delete from ${name};`).join('\n')}
      ${sequences.map(({ name }) => `perform setval('${name}', 1, false);`).join('\n')}
      notify content_changed;
    end $$`)
  return () => statement.execute(db)
}
