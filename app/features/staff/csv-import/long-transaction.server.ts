import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'

/**
 * Runs a transaction with statements over thousands of rows, which need more time than the pool allows for pages.
 *
 * Newly staged rows are not analyzed yet, so the planner expects one row where there are thousands. Nested loops would
 * then take quadratic time, and sequential scans would read the growing table for each batch. Both are disabled, and the
 * statements pass the keys they look for as arrays, which are found by index and then hashed.
 */
export async function inLongTransaction<Result>(work: (trx: Trx) => Promise<Result>) {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '120s'`.execute(trx)
    await sql`select set_config(name, 'off', true)
      from unnest(array['jit', 'enable_nestloop', 'enable_seqscan']) name`.execute(trx)
    return work(trx)
  })
}
