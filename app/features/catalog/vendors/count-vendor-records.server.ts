import { sql } from 'kysely'
import { db } from '~/db/database.server'

type VendorCounts = { products: number; offers: number; published: number; reviews: number; entries: number }

/** How many products, deals, reviews and entries of its status a vendor has. */
export async function countVendorRecords(id: string) {
  const { rows } = await sql<VendorCounts>`
    select count(*) as offers, count(*) filter (where published) as published,
      coalesce(sum(review_count), 0)::int as reviews,
      (select count(*) from products where vendor_id = ${id}) as products,
      (select count(*) from change_logs where vendor_id = ${id}) as entries
    from deals where vendor_id = ${id}`.execute(db)
  return rows[0]!
}
