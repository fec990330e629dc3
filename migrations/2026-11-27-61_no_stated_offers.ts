import type { Kysely } from 'kysely'

/** Imports no longer read discounts and codes from texts. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('import_staging').dropColumn('stated_discount').dropColumn('stated_code').execute()
}
