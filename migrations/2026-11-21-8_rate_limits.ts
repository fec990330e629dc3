import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // The columns are those that rate-limiter-flexible writes. expire is in milliseconds since 1970.
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (col) => col.primaryKey())
    .addColumn('points', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
  await db.schema.createIndex('rate_limits_to_expire').on('rate_limits').column('expire').execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropTable('rate_limits').execute()
}
