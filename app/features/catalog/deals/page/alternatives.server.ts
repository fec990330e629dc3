import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { dealCardColumns } from '~/features/catalog/deals/list/deal-card.server'
import { isOpenDeal } from '~/features/catalog/deals/open-deals.server'
import { LINK_COLUMNS, withCommission } from '~/features/catalog/deals/outbound-urls.server'
import type { PublishedDeal } from './deal-page.server'

const SHOWN = 3

/**
 * The newest open deals of other products with a price or a discount in the category of a deal and those below it, or else
 * in the parent of the category; and how many are open there. Null without any.
 */
export async function findAlternatives({ product_id, category }: Pick<PublishedDeal, 'product_id' | 'category'>) {
  for (const { name, slug } of category.parent ? [category, category.parent] : [category]) {
    const deals = await listOpenIn(slug, product_id)
    const [first] = deals
    if (first) return { category: { name, slug }, deals, open: first.open ?? deals.length }
  }
  return null
}

async function listOpenIn(category: string, productId: string) {
  const open = db
    .selectFrom('deals')
    .where('published', '=', true)
    .where(sql<boolean>`category_path @> array(select id from categories where slug = ${category})`)
    .where(isOpenDeal())
  const found = await open
    .select([
      ...dealCardColumns(),
      ...LINK_COLUMNS,
      open.select((eb) => eb.fn.countAll<number>().as('count')).as('open'),
    ])
    .where('product_id', '<>', productId)
    .where(sql<boolean>`(deal_price is not null or discount_percent is not null)`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return withCommission(found)
}
