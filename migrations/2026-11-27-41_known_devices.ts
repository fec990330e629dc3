import type { Kysely } from 'kysely'

/** Sign-ins with a new browser are no longer mailed. */
export async function up(db: Kysely<unknown>) {
  await db.schema.dropTable('known_devices').execute()
}
