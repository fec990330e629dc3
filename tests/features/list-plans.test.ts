import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { DEAL_SORTS } from '~/features/catalog/deals/list/deal-filters'
import { isOnShelf, orderDeals } from '~/features/catalog/deals/list/deal-order.server'
import { NO_FILTER, selectPublishedDeals } from '~/features/catalog/deals/list/deal-query.server'
import { SHELVES } from '~/features/catalog/deals/list/shelves'

const newest = orderDeals(selectPublishedDeals({}, NO_FILTER).select('deals.id'), 'newest')
const lists = {
  ...Object.fromEntries(
    DEAL_SORTS.filter((sort) => sort !== 'ending' && sort !== 'best' && sort !== 'open').map((sort) => [
      sort,
      orderDeals(selectPublishedDeals({}, NO_FILTER).select('deals.id'), sort),
    ]),
  ),
  ...Object.fromEntries(SHELVES.map((shelf) => [`open first, ${shelf}`, newest.where(isOnShelf(shelf))])),
}

test.each(Object.entries(lists))(
  'a list by %s passes over earlier offers instead of looking for current ones in the index',
  async (_name, list) => {
    const query = list.compile()
    const plan = await db.transaction().execute(async (trx) => {
      // PostgreSQL would read the few deals of a test without an index.
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explain)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/^Index Only Scan (Backward )?using published_deals_by_/)
    expect(plan).not.toMatch(/Index Cond.*(is_current|deal_price_period)/)
  },
)
