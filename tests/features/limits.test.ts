import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { consumeRateLimit, deleteExpiredLimits } from '~/features/people/limits/limits.server'

const countRows = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from rate_limits`.execute(db)
  return rows[0]!.count
}

test('the clean-up deletes expired limits, and the table stays within 100,000 rows under a flood of addresses', async () => {
  await consumeRateLimit('sign-in from address', '203.0.113.7')
  await sql`
    insert into rate_limits (key, points, expire)
    select 'over:' || n, 1, 1000 from generate_series(1, 500) n`.execute(db)
  await deleteExpiredLimits()
  expect(await countRows()).toBe(1)

  const soon = Date.now() + 60_000
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    await sql`
      insert into rate_limits (key, points, expire)
      select 'junk:' || n, 1, ${soon}::bigint + n from generate_series(1, 120000) n`.execute(trx)
  })
  // The flood comes faster than new statistics: the planner expects an empty table.
  await sql`update pg_class set relpages = 1, reltuples = 0 where oid = 'rate_limits'::regclass`.execute(db)
  await deleteExpiredLimits()
  expect(await countRows()).toBe(100_000)
})
