import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/**
 * Waits for other transactions that make products and vendors, as the triggers of `deals` do when they make one. Whoever
 * also locks deals calls this before.
 */
export async function lockNewProducts(trx: Trx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('new products', 0))`.execute(trx)
}
