import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { isOpen } from './shown-status.server'

// Nearly every deal is a current offer and paid once. Written like this, PostgreSQL checks both on what it reads
// instead of looking for them in an index, which doubles the time of lists by status or price.
export const IS_CURRENT = sql<SqlBool>`deals.is_current is distinct from false`
/** Lists have subscriptions only where they are asked for. */
export const IS_PAID_ONCE = sql<SqlBool>`deals.deal_price_period is not distinct from 'ONCE'`

/** Whether deals count as "open deals", wherever these are counted: one for each product with an open offer. */
export const isOpenDeal = (today?: string) =>
  sql<SqlBool>`(deals.published and ${IS_CURRENT} and ${IS_PAID_ONCE} and ${isOpen(today)})`

/** The counts on the homepage: open deals, approved reviews and verified changes. */
export async function readCatalogCounts() {
  const { rows } = await sql<{ deals: number; reviews: number; changes: number }>`
    select (select count(*) from deals where published and ${isOpenDeal()}) as deals,
      (select count(*) from reviews where published_id is not null) as reviews,
      (select count(*) from change_logs where status = 'APPROVED') as changes`.execute(db)
  return rows[0]!
}

export const countCatalog = memoizeByContentVersion(readCatalogCounts)
