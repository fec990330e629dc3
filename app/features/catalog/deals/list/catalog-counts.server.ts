import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { isOpenDeal } from '~/features/catalog/deals/open-deals.server'

/** The counts on the homepage: open deals, approved reviews and verified changes. */
export async function readCatalogCounts() {
  const { rows } = await sql<{ deals: number; reviews: number; changes: number }>`
    select (select count(*) from deals where published and ${isOpenDeal()}) as deals,
      (select count(*) from reviews where status = 'APPROVED') as reviews,
      (select count(*) from change_logs where status = 'APPROVED') as changes`.execute(db)
  return rows[0]!
}

export const countCatalog = memoizeByContentVersion(readCatalogCounts)
