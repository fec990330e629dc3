import { db } from '~/db/database.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { canMerge } from '~/features/people/accounts/profile'
import { recordTable } from '~/features/people/records/record-table.server'
import type { RecordKind } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import type { ValuesOf } from '~/http/field-table'
import { PRODUCT_FIELDS } from './product'
import { listSuggestionsOf } from './suggestions.server'

type Values = ValuesOf<typeof PRODUCT_FIELDS>
type ProductPage = Awaited<ReturnType<typeof findProductPage>> & { mayMerge: boolean }

const { find, update } = recordTable<Values>('products', PRODUCT_FIELDS)

/** Products come with deals, and go with their last one. Saving one leaves the titles and links of its deals as they are. */
export const PRODUCT: RecordKind<Values, Values, ProductPage> = {
  noun: 'Product',
  entity: 'product',
  list: { to: '/admin/products', label: 'Products' },
  description: 'A product and its offers.',
  role: 'staff',
  fields: PRODUCT_FIELDS,
  form: formOf(PRODUCT_FIELDS),
  titleOf: ({ name }) => name,
  find,
  more: async ({ id, user }) => ({ ...(await findProductPage(id!)), mayMerge: canMerge(user) }),
  update,
}

/** How many offers the screen of a product lists at most. */
const OFFERS_LISTED = 200

/** What the page of a product shows besides its form: its vendor, its offers and products that may be the same. */
export async function findProductPage(id: string) {
  const [vendor, counts, offers, suggestions] = await Promise.all([
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
    listSuggestionsOf(id),
  ])
  return { id, vendor, counts, offers, suggestions }
}

/** The offers of a product, drafts included, the latest first. */
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
