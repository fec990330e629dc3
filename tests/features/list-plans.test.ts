import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { matching, SORTS } from '~/features/catalog/deals/list/find-deals.server'

test.each(Object.entries(SORTS))(
  'the first page by %s is read from an index in order, which passes over earlier offers',
  async (_name, { order, first }) => {
    const deals = (await matching({})).select('deals.id')
    const query = (first ? deals.where(first()) : deals).orderBy(order).limit(24).compile()
    const plan = await db.transaction().execute(async (trx) => {
      // PostgreSQL would read the few deals of a test without an index.
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explain)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/^Limit[^\n]*\n *-> *Index Only Scan (Backward )?using published_deals_by_/)
    expect(plan).not.toMatch(/Sort|Index Cond.*(is_current|deal_price_period)/)
  },
)
