import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import type { VendorStatus } from '~/db/schema'
import type { VendorSearch } from './vendor-search'

const PER_PAGE = 25

const ORDERS: Record<VendorSearch['sort'], RawBuilder<unknown>> = {
  '': sql`${nameOrder('name')}`,
  'name-desc': sql`${nameOrder('name')} desc`,
  products: sql`products desc, ${nameOrder('name')}`,
  'products-asc': sql`products, ${nameOrder('name')}`,
  offers: sql`offers desc, ${nameOrder('name')}`,
  'offers-asc': sql`offers, ${nameOrder('name')}`,
}

type ManagedVendor = {
  id: string
  name: string
  status: VendorStatus
  website_url: string | null
  products: number
  /** Drafts included. */
  offers: number
}

/** One page of the staff's list. A vendor is found by its name and by its other names. */
export async function listManagedVendors({ q, sort, page }: VendorSearch) {
  const matches = sql`(strpos(fold_case(vendors.name), fold_case(${q})) > 0
    or exists (select from vendor_names where vendor_id = vendors.id and strpos(key, fold_case(${q})) > 0))`
  const filter = q === '' ? sql`true` : matches
  const [vendors, counted] = await Promise.all([
    sql<ManagedVendor>`
      select vendors.id, name, status, website_url, coalesce(products, 0) as products, coalesce(offers, 0) as offers
      from vendors
        left join (select vendor_id, count(*) as products from products group by vendor_id) as made
          on made.vendor_id = vendors.id
        left join (select vendor_id, count(*) as offers from deals group by vendor_id) as offered
          on offered.vendor_id = vendors.id
      where ${filter} order by ${ORDERS[sort]}, vendors.id limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*) from vendors where ${filter}`.execute(db),
  ])
  const count = counted.rows[0]!.count
  return { vendors: vendors.rows, count, pages: Math.ceil(count / PER_PAGE) }
}
