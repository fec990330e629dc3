import { type Kysely, sql } from 'kysely'

/** Rows that repeat an offer are errors, so staged rows are no longer merged; those without a slug are marked. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('import_staging')
    .dropColumn('rows')
    .dropColumn('differs')
    .addColumn('has_slug', 'boolean', (col) => col.notNull().defaultTo(true))
    .execute()
  await sql`
    comment on column import_staging.slug is 'Of the deal that the row creates or updates.';
    comment on column import_staging.has_slug is 'Whether the row names its deal by a slug.';
    comment on column imports.staged_count is 'Staged rows. Rows that have left the staging table are written.'
  `.execute(db)
}
