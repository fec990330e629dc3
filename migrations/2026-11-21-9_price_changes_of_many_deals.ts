import { type Kysely, sql } from 'kysely'

/**
 * An import changes thousands of deals in one statement. The plan that a session keeps for the trigger is made for
 * the one deal of its first call, and with a nested loop the work grows with the square of the deals.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter function record_price_changes() set enable_nestloop = off`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter function record_price_changes() reset enable_nestloop`.execute(db)
}
