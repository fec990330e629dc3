import { type Kysely, sql } from 'kysely'

/** Private calendars and feeds are no longer offered. */
export async function up(db: Kysely<unknown>) {
  await sql`drop table private_addresses`.execute(db)
}
