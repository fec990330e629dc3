import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { fingerprint, saveAudited } from '~/features/people/audit/audited-rows.server'
import { address, line, optional, required } from '~/http/fields.server'
import { PRODUCT_LIMITS } from './product'

export const productForm = z.object({
  name: required('Name', line(PRODUCT_LIMITS.name)),
  website_url: optional('Website', address, null),
})
type ProductValues = z.infer<typeof productForm>

/** The fields of a product's form; locks the product in a transaction. */
export async function findProductFields(executor: Executor, id: string): Promise<ProductValues | undefined> {
  const found = executor.selectFrom('products').select(['name', 'website_url']).where('id', '=', id)
  return (executor === db ? found : found.forNoKeyUpdate()).executeTakeFirst()
}

/** Saves the name and the website of a product. Its deals keep their titles and links. */
export async function saveProduct(actor: string, id: string, values: ProductValues, version: string) {
  return saveAudited<ProductValues>({
    actor,
    entity: 'product',
    id,
    version,
    values,
    label: values.name,
    find: findProductFields,
    insert: () => {
      throw new Error('Products come with deals.')
    },
    update: (trx) => trx.updateTable('products').set(values).where('id', '=', id).execute(),
    taken: {},
  })
}

/** How many offers the screen of a product lists at most. */
const OFFERS_LISTED = 200

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
