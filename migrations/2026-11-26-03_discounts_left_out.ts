import { type Kysely, sql } from 'kysely'

/** The dry run names the rows whose discount is left out, because they have both prices. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('import_staging')
    .addColumn('leaves_out_discount', 'boolean', (col) => col.notNull().defaultTo(false))
    .execute()
  await sql`
    comment on column import_staging.leaves_out_discount is
      'The row has a discount and both prices, from which the saving is computed, so that its discount is null here.';
    comment on column import_staging.seen_on is
      'A day on which the offer was seen, according to the file; the found_on of the deal.'
  `.execute(db)
}
