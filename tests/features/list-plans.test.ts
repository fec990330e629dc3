import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { orderDeals } from '~/features/catalog/deals/list/deal-order.server'
import { NO_FILTER, selectPublishedDeals } from '~/features/catalog/deals/list/deal-query.server'
import { DEAL_SORTS } from '~/features/catalog/deals/list/deal-search'

const sorts = DEAL_SORTS.filter((sort) => sort !== 'ending' && sort !== 'best')

test.each(sorts)(
  'a list by %s passes over earlier offers instead of looking for current ones in the index',
  async (sort) => {
    const query = orderDeals(selectPublishedDeals({}, NO_FILTER).select('deals.id'), sort).compile()
    const plan = await db.transaction().execute(async (trx) => {
      // PostgreSQL would read the few deals of a test without an index.
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explain)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/^Index Only Scan (Backward )?using published_deals_by_/)
    expect(plan).not.toContain('Index Cond')
  },
)
