import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import type { VendorStatus } from '~/db/schema'
import type { VendorSearch } from './vendor-search'

const PER_PAGE = 25

type ManagedVendor = {
  id: string
  name: string
  status: VendorStatus
  website_url: string | null
  products: number
  /** Drafts included. */
  offers: number
}

const ORDERS: Record<VendorSearch['sort'], ReturnType<typeof sql>> = {
  '': sql`${nameOrder('name')}`,
  'name-desc': sql`${nameOrder('name')} desc`,
  products: sql`products desc, ${nameOrder('name')}`,
  'products-asc': sql`products, ${nameOrder('name')}`,
  offers: sql`offers desc, ${nameOrder('name')}`,
  'offers-asc': sql`offers, ${nameOrder('name')}`,
}

/** One page of the staff's list. A vendor is found by its name and by every name that leads to it. */
export async function listManagedVendors({ q, sort, page }: VendorSearch) {
  const matches = sql`
    vendors where ${q} = '' or strpos(fold_case(vendors.name), fold_case(${q})) > 0
      or exists (select from vendor_names where vendor_id = vendors.id and strpos(key, fold_case(${q})) > 0)`
  const [vendors, counted] = await Promise.all([
    sql<ManagedVendor>`
      with offered as (select vendor_id, count(*) as offers from deals group by vendor_id),
        made as (select vendor_id, count(*) as products from products group by vendor_id)
      select matches.id, name, status, website_url, coalesce(products, 0) as products, coalesce(offers, 0) as offers
      from (select vendors.* from ${matches}) as matches
        left join offered on offered.vendor_id = matches.id left join made on made.vendor_id = matches.id
      order by ${ORDERS[sort]}, matches.id
      limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`.execute(db),
    sql<{ count: number }>`select count(*) from ${matches}`.execute(db),
  ])
  const count = counted.rows[0]!.count
  return { vendors: vendors.rows, count, pages: Math.ceil(count / PER_PAGE) }
}
