import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
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

/** One page of the staff's list. A vendor is found by its name and by its other names. */
export async function listManagedVendors({ q, sort, page }: VendorSearch) {
  const matches = db.selectFrom('vendors').$if(q !== '', (query) =>
    query.where(sql<SqlBool>`(strpos(fold_case(vendors.name), fold_case(${q})) > 0
      or exists (select from vendor_names where vendor_id = vendors.id and strpos(key, fold_case(${q})) > 0))`),
  )
  const [vendors, { count }] = await Promise.all([
    db
      .with('offered', (qb) =>
        qb
          .selectFrom('deals')
          .select((eb) => ['vendor_id', eb.fn.countAll<number>().as('offers')])
          .groupBy('vendor_id'),
      )
      .with('made', (qb) =>
        qb
          .selectFrom('products')
          .select((eb) => ['vendor_id', eb.fn.countAll<number>().as('products')])
          .groupBy('vendor_id'),
      )
      .selectFrom(matches.selectAll('vendors').as('matches'))
      .leftJoin('offered', 'offered.vendor_id', 'matches.id')
      .leftJoin('made', 'made.vendor_id', 'matches.id')
      .select(['matches.id', 'matches.name', 'matches.status', 'matches.website_url'])
      // Drafts included.
      .select((eb) => [
        eb.fn.coalesce('made.products', sql<number>`0`).as('products'),
        eb.fn.coalesce('offered.offers', sql<number>`0`).as('offers'),
      ])
      .orderBy(ORDERS[sort])
      .orderBy('matches.id')
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .execute(),
    matches.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { vendors, count, pages: Math.ceil(count / PER_PAGE) }
}
