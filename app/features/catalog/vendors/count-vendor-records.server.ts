import { sql } from 'kysely'
import { db } from '~/db/database.server'

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
