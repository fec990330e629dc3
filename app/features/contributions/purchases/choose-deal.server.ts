import { db } from '~/db/database.server'
import { findBestMatches } from '~/features/catalog/deals/list/best-match.server'
import { resolveFilter } from '~/features/catalog/deals/list/deal-query.server'

/** Shown of a search. */
const CHOICES = 20
/** The matches that are ranked. */
const RANKED = 200

/** Published deals to note a purchase of, earlier offers among them, with the purchase that the member noted before. */
export async function listChoices(userId: string, q: string) {
  const filter = { q, category: '', platform: '', status: '', offers: 'all' } as const
  const options = { offset: 0, pageSize: CHOICES, limit: RANKED }
  const { ids } = await findBestMatches(filter, await resolveFilter(filter), options)
  const deals = await selectChoices(userId)
    .where('deals.id', 'in', ids.length > 0 ? ids : [NO_ID])
    .execute()
  return deals.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The deal to note a purchase of; undefined unless it is published. */
export async function findChoice(userId: string, slug: string) {
  return selectChoices(userId).where('deals.slug', '=', slug).executeTakeFirst()
}

function selectChoices(userId: string) {
  return db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.deal_id', '=', 'deals.id').on('purchases.user_id', '=', userId),
    )
    .select(['deals.id', 'deals.title', 'deals.slug', 'vendor_name', 'platforms.name as platform', 'deals.start_date'])
    .select(['deals.currency', 'deal_price', 'purchases.id as purchase_id'])
    .where('deals.published', '=', true)
}
