import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isOpenDeal } from '~/features/catalog/deals/open-deals.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import type { PublishedDeal } from './deal-page.server'

const SHOWN = 3

/**
 * The newest open deals of other products with a price or a discount in the category of a deal and those below it, or
 * else in the parent of the category; and how many are open there. Null without any.
 */
export async function findAlternatives({ product_id, category }: Pick<PublishedDeal, 'product_id' | 'category'>) {
  for (const { name, slug } of category.parent ? [category, category.parent] : [category]) {
    const found = await listOpenIn(slug, product_id)
    const open = found[0]?.open
    if (open) return { category: { name, slug }, deals: found.map(({ open: _open, ...deal }) => deal), open }
  }
  return null
}

function listOpenIn(category: string, productId: string) {
  const open = db
    .selectFrom('deals')
    .where('published', '=', true)
    .where(sql<boolean>`category_path @> array(select id from categories where slug = ${category})`)
    .where(isOpenDeal())
  return open
    .select(['slug', 'title', 'vendor_name', 'deal_price', 'deal_price_period', 'discount_percent', 'currency'])
    .select(['start_date', 'end_date', 'confirmed_on', shownStatus().as('shown_status')])
    .select(open.select((eb) => eb.fn.countAll<number>().as('count')).as('open'))
    .where('product_id', '<>', productId)
    .where(sql<boolean>`(deal_price is not null or discount_percent is not null)`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}
