import { sql } from 'kysely'
import type { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { vendorForm } from './vendor-form.server'

type Sent = z.output<typeof vendorForm>
export type VendorFields = Omit<Sent, 'slug' | 'silent'> & { slug: string }

/** The fields of a vendor's form; locks the vendor in a transaction. */
export async function findVendorFields(executor: Executor, id: string) {
  const { rows } = await sql<VendorFields & { version: number }>`
    select name, slug, website_url, status, status_on, status_source_url, note, version,
      coalesce((
        select affects_owners from change_logs
        where vendor_id = vendors.id and effective_on = vendors.status_on
          and kind::text = case vendors.status when 'ACQUIRED' then 'ACQUIRED' when 'SHUT_DOWN' then 'SHUTDOWN' end
        limit 1), 'UNKNOWN') as affects_owners
    from vendors where id = ${id} ${executor === db ? sql`` : sql`for update`}`.execute(executor)
  return rows[0]
}

/** How many products, deals, reviews and entries of its status a vendor has. */
export async function countVendorRecords(id: string) {
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
