import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isNotExpired } from '~/features/catalog/deals/shown-status.server'

/** Few enough that editors hardly wait for the deals that are locked meanwhile. */
const BATCH = 1_000

/** A published deal that has not ended, the only kind whose link is checked. */
export const isChecked = () => sql<SqlBool>`(deals.published and ${isNotExpired()})`

/** Adds the deals that were never planned, and takes back the alerts of deals that ended or were unpublished. */
export async function planLinkChecks() {
  while ((await planBatch()) === BATCH);
  await db
    .deleteFrom('deal_alerts')
    .using('deals')
    .whereRef('deals.id', '=', 'deal_alerts.deal_id')
    .where('deal_alerts.kind', 'in', ['BROKEN_LINK', 'PAGE_DIFFERENCE'])
    .where('deal_alerts.status', '=', 'PENDING')
    .where(sql<SqlBool>`not ${isChecked()}`)
    .execute()
}

/** The deals are locked, so that a link that changes meanwhile finds its row, see the trigger restart_link_check. */
async function planBatch() {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('link_checks')
    .columns(['deal_id', 'url', 'host'])
    .expression((eb) =>
      eb
        .selectFrom('deals')
        .select(['id', 'cta_url', sql<string>`link_host(cta_url)`.as('host')])
        .where(isChecked())
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('link_checks').select('deal_id').whereRef('deal_id', '=', 'deals.id'))),
        )
        .limit(BATCH)
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
