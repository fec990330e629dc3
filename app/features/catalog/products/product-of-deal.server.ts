import { sql } from 'kysely'
import { db } from '~/db/database.server'

export type ProductOfDeal = {
  title: string
  platform: string
  start_date: string
  product_id: string
  product: string
  /** Of the product, drafts and this one included. */
  offers: number
  vendor_id: string
  vendor: string
}

/** The product and the vendor that a deal belongs to. */
export async function findProductOfDeal(id: string) {
  const { rows } = await sql<ProductOfDeal>`
    select deals.title, platforms.name as platform, deals.start_date, deals.product_id, products.name as product, deals.vendor_id, vendors.name as vendor,
      (select count(*) from deals as sister where sister.product_id = deals.product_id) as offers
    from deals join platforms on platforms.id = deals.platform_id join products on products.id = deals.product_id join vendors on vendors.id = deals.vendor_id
    where deals.id = ${id}`.execute(db)
  return rows[0]
}
