import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/**
 * Waits for other transactions that create products and vendors. Call this before locking deals, to avoid deadlocks.
 */
export async function lockNewProducts(trx: Trx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('new products', 0))`.execute(trx)
}
