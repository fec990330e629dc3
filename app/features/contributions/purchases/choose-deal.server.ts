import { db } from '~/db/database.server'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { findDeals } from '~/features/catalog/deals/list/find-deals.server'

/** Shown of a search. */
const CHOICES = 20

/** Published deals to note a purchase of, earlier offers among them, with the purchase that the member noted before. */
export async function listChoices(userId: string, q: string) {
  const found = await findDeals({ ...DEFAULT_SEARCH, q, sort: 'best', offers: 'all' })
  const ids = found.ids.slice(0, CHOICES)
  if (ids.length === 0) return []
  const deals = await selectChoices(userId).where('deals.id', 'in', ids).execute()
  return deals.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

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
