import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { fingerprint } from '~/features/people/audit/audited-rows.server'
import type { VendorForm } from './vendor-form.server'

export type VendorFields = Omit<VendorForm, 'slug' | 'silent'> & { slug: string }

/** The fields of a vendor's form; locks the vendor in a transaction. */
export async function findVendorFields(executor: Executor, id: string): Promise<VendorFields | undefined> {
  const { rows } = await sql<VendorFields>`
    select name, slug, website_url, status, status_on, status_source_url, note,
      coalesce((
        select affects_owners from change_logs
        where vendor_id = vendors.id and effective_on = vendors.status_on
          and kind::text = case vendors.status when 'ACQUIRED' then 'ACQUIRED' when 'SHUT_DOWN' then 'SHUTDOWN' end
        limit 1), 'UNKNOWN') as affects_owners
    from vendors where id = ${id} ${executor === db ? sql`` : sql`for update`}`.execute(executor)
  return rows[0]
}

type Deal = { id: string; title: string; published: boolean }

/** How many deals the form lists at most. */
const LISTED = 10

/** A vendor for its form, with its version, the names that lead to it and its newest deals. */
export async function findManagedVendor(id: string) {
  const [fields, counts, names, deals] = await Promise.all([
    findVendorFields(db, id),
    sql<{ products: number; offers: number; published: number; reviews: number; entries: number }>`
      select (select count(*) from products where vendor_id = ${id}) as products, count(*) as offers,
        count(*) filter (where published) as published, coalesce(sum(review_count), 0)::int as reviews,
        (select count(*) from change_logs where vendor_id = ${id}) as entries
      from deals where vendor_id = ${id}`.execute(db),
    sql<{ name: string; offers: number }>`
      select coalesce(min(vendor_name), key) as name, count(deals.id) as offers
      from vendor_names left join deals on deals.vendor_key = key and deals.vendor_id = ${id}
      where vendor_names.vendor_id = ${id} group by key order by offers desc, key limit 50`.execute(db),
    sql<Deal>`
      select id, title, published from deals where vendor_id = ${id}
      order by created_at desc, id desc limit ${LISTED}`.execute(db),
  ])
  return (
    fields && {
      ...fields,
      version: fingerprint(fields),
      counts: counts.rows[0]!,
      names: names.rows,
      deals: deals.rows,
    }
  )
}
