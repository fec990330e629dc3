import { db } from '~/db/database.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'

/** What staff set and visitors see of a deal, and who checked it last. */
export async function findCheckState(dealId: string) {
  return db
    .selectFrom('deals')
    .leftJoin('profiles', 'profiles.id', 'deals.checked_by')
    .select(['deals.status', 'deals.start_date', 'deals.end_date', 'deals.checked_at', 'deals.imported_at'])
    .select([shownStatus().as('shown_status'), 'profiles.name as checker'])
    .where('deals.id', '=', dealId)
    .executeTakeFirstOrThrow()
}
