import { sql } from 'kysely'
import { inTransaction } from '~/db/transaction.server'

/** Job, after midnight UTC: counts the clicks of the days before. Those of the day are counted when they are read. */
export async function countClicksOfDays() {
  await inTransaction(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx)
    // One count at a time, also with several workers.
    await sql`lock table metric_totals in share row exclusive mode`.execute(trx)
    await sql`select count_clicks()`.execute(trx)
  })
}
