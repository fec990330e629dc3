import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'

/**
 * A transaction for statements over thousands of rows: the pool's limits are meant for pages. What has just been
 * staged is not analyzed yet, and the planner takes thousands of rows for one: with nested loops the work would grow
 * with their square, and a table that grows by the import would be read whole for every batch. The statements
 * therefore name the keys they look for as arrays, which are found by index and then hashed.
 */
export async function inLongTransaction<Result>(work: (trx: Trx) => Promise<Result>) {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '120s'`.execute(trx)
    await sql`select set_config(name, 'off', true)
      from unnest(array['jit', 'enable_nestloop', 'enable_seqscan']) name`.execute(trx)
    return work(trx)
  })
}
