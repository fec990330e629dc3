import { db } from '~/db/database.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { fingerprint } from '~/features/people/audit/audited-rows.server'
import { findProductFields } from './save-product.server'

/** How many offers the screen of a product lists at most. */
export const OFFERS_LISTED = 200

/** A product for its form, with its version, its vendor and its offers, drafts included, the latest first. */
export async function findProductToEdit(id: string) {
  const [fields, vendor, counts, offers] = await Promise.all([
    findProductFields(db, id),
    db
      .selectFrom('products')
      .innerJoin('vendors', 'vendors.id', 'products.vendor_id')
      .select(['vendors.id', 'vendors.name'])
      .where('products.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('deals')
      .select((eb) => [eb.fn.countAll<number>().as('offers'), eb.fn.sum<number | null>('review_count').as('reviews')])
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow(),
    listAllOffers(id),
  ])
  if (!fields || !vendor) return undefined
  return { ...fields, version: fingerprint(fields), vendor, counts, offers }
}

async function listAllOffers(id: string) {
  return db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select(['deals.id', 'deals.title', 'deals.published', 'deals.is_current', 'platforms.name as platform'])
    .select(['deals.start_date', 'deals.end_date', 'deals.deal_price', 'deals.currency'])
    .select(shownStatus().as('shown_status'))
    .where('deals.product_id', '=', id)
    .orderBy('deals.start_date', 'desc')
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(OFFERS_LISTED)
    .execute()
}
