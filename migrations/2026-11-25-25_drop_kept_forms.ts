import { type Kysely, sql } from 'kysely'

/** Forms sent after the end of a session are no longer stored: the sign-in page says that it ended. */
export async function up(db: Kysely<unknown>) {
  await sql`drop table kept_forms`.execute(db)
}
