import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // Who followed which way out a moment ago, as one keyed hash of both: what is here is not counted again. The rows
  // are thrown away after half an hour, and without them nothing leads from a click to a person.
  await db.schema
    .createTable('recent_clicks')
    .addColumn('key', 'bytea', (col) => col.primaryKey().check(sql`octet_length(key) = 16`))
    .addColumn('counted_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('recent_clicks_to_forget').on('recent_clicks').column('counted_at').execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.dropTable('recent_clicks').execute()
}
