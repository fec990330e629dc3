import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { fingerprint } from '~/features/people/audit/audited-rows.server'
import type { VendorValues } from './vendor-form.server'

export type VendorFields = Omit<VendorValues, 'slug' | 'silent'> & { slug: string }

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

/** How many deals the form lists at most. */
const LISTED = 10

/** A vendor for its form, with its version, the names that lead to it and its newest deals. */
export async function findManagedVendor(id: string) {
  const [fields, counts, names, deals] = await Promise.all([
    findVendorFields(db, id),
    countRecords(id),
    listNames(id),
    listNewestDeals(id),
  ])
  return (
    fields && {
      ...fields,
      version: fingerprint(fields),
      counts,
      names,
      deals,
    }
  )
}

async function countRecords(id: string) {
  return db
    .selectFrom('deals')
    .select((eb) => [
      eb
        .selectFrom('products')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('vendor_id', '=', id)
        .$asScalar()
        .$notNull()
        .as('products'),
      eb.fn.countAll<number>().as('offers'),
      eb.fn.countAll<number>().filterWhere('published', '=', true).as('published'),
      sql<number>`coalesce(sum(review_count), 0)::int`.as('reviews'),
      eb
        .selectFrom('change_logs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('vendor_id', '=', id)
        .$asScalar()
        .$notNull()
        .as('entries'),
    ])
    .where('vendor_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** How many names the form lists at most. */
const LISTED_NAMES = 50

async function listNames(id: string) {
  return db
    .selectFrom('vendor_names')
    .leftJoin('deals', (join) => join.onRef('deals.vendor_key', '=', 'vendor_names.key').on('deals.vendor_id', '=', id))
    .select((eb) => [
      eb.fn.coalesce(eb.fn.min('deals.vendor_name'), 'vendor_names.key').as('name'),
      eb.fn.count<number>('deals.id').as('offers'),
    ])
    .where('vendor_names.vendor_id', '=', id)
    .groupBy('vendor_names.key')
    .orderBy('offers', 'desc')
    .orderBy('vendor_names.key')
    .limit(LISTED_NAMES)
    .execute()
}

async function listNewestDeals(id: string) {
  return db
    .selectFrom('deals')
    .select(['id', 'title', 'published'])
    .where('vendor_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
}
