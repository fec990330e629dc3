import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import type { ProductSearch } from './product-search'

const PER_PAGE = 25

type ManagedProduct = {
  id: string
  name: string
  vendor: string
  website_url: string | null
  /** Drafts included. */
  offers: number
  /** Published ones that can be bought today. */
  open: number
  /** Approved ones of all offers. */
  reviews: number
  average: number | null
}

const NAME = sql`lower(products.name)`
const ORDERS: Record<ProductSearch['sort'], ReturnType<typeof sql>> = {
  '': sql`${NAME}, products.id`,
  'name-desc': sql`${NAME} desc, products.id desc`,
  offers: sql`offers desc, ${NAME}, products.id`,
  'offers-asc': sql`offers, ${NAME}, products.id`,
}

/** One page of the staff's list. A product is found by a part of its name, or of its vendor's. */
export async function listManagedProducts(search: ProductSearch) {
  const matches = matching(search)
  const [products, counted] = await Promise.all([
    sql<ManagedProduct>`
      with page as (
        select products.id from ${matches}
        order by ${ORDERS[search.sort]} limit ${PER_PAGE} offset ${(search.page - 1) * PER_PAGE})
      select products.id, products.name, vendors.name as vendor, products.website_url, counts.*
      from page join products using (id) join vendors on vendors.id = products.vendor_id
        cross join lateral (
          select count(*) as offers, count(*) filter (where published and ${isOpen()}) as open,
            coalesce(sum(review_count), 0)::int as reviews,
            sum(rating_sum)::float8 / nullif(sum(review_count), 0) as average
          from deals where product_id = products.id) as counts
      order by ${ORDERS[search.sort]}`.execute(db),
    sql<{ count: number }>`select count(*) from ${matches}`.execute(db),
  ])
  const count = counted.rows[0]!.count
  return { products: products.rows, count, pages: Math.ceil(count / PER_PAGE) }
}

/** Offers are counted for all products only where the order or the filter asks for it. */
function matching({ q, offers, sort }: ProductSearch) {
  const isCounted = offers !== '' || sort.startsWith('offers')
  const counted = sql`join (
    select product_id, count(*) as offers, bool_or(published and ${isOpen()}) as is_open
    from deals group by product_id) as counted on counted.product_id = products.id`
  const pattern = sql`'%' || fold_case(${q.replace(/[\\%_]/g, '\\$&')}) || '%'`
  const found = sql`(
    fold_case(products.name) like ${pattern}
    or vendor_id = any(array(select id from vendors where fold_case(vendors.name) like ${pattern})))`
  const filter = { '': sql`true`, several: sql`offers > 1`, 'none-open': sql`not is_open` }[offers]
  return sql`products ${isCounted ? counted : sql``} where ${filter} and ${q ? found : sql`true`}`
}

/** The number of products, of their deals, and of products with more than one. */
export async function countProducts() {
  const { rows } = await sql<{ products: number; deals: number; several: number }>`
    select count(*) as products, coalesce(sum(offers), 0)::int as deals, count(*) filter (where offers > 1) as several
    from (select count(*) as offers from deals group by product_id) as counted`.execute(db)
  return rows[0]!
}
