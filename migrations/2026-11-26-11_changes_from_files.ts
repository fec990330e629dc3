import { type Kysely, sql } from 'kysely'

/** Verified changes and prices of the past come from a file too. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('imports')
    .addColumn('kind', 'text', (col) => col.notNull().defaultTo('deals').check(sql`kind in ('deals', 'changes')`))
    .execute()
  for (const table of ['change_logs', 'deal_price_points']) {
    await db.schema
      .alterTable(table)
      .addColumn('is_from_file', 'boolean', (col) => col.notNull().defaultTo(false))
      .execute()
  }
  await db.schema
    .createTable('change_staging')
    .modifyFront(sql`unlogged`)
    .addColumn('import_id', 'uuid', (col) => col.notNull())
    .addColumn('row', 'int4', (col) => col.notNull())
    .addColumn('slug', 'text', (col) => col.notNull())
    .addColumn('deal_id', 'uuid', (col) => col.notNull())
    .addColumn('kind', sql`change_kind`, (col) => col.notNull())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('description', 'text', (col) => col.notNull())
    .addColumn('effective_on', 'date', (col) => col.notNull())
    .addColumn('old_value', 'text')
    .addColumn('new_value', 'text')
    .addColumn('price', 'numeric(12, 2)')
    .addColumn('currency', 'text', (col) => col.notNull())
    .addColumn('affects_owners', sql`affects_owners`, (col) => col.notNull())
    .addColumn('source_url', 'text')
    .addPrimaryKeyConstraint('change_staging_pkey', ['import_id', 'row'])
    .execute()
  await sql`
    comment on column imports.kind is 'What the rows are: deals, or verified changes of deals.';
    comment on column change_logs.is_from_file is 'Entered from a file, with the date of the change as its date.';
    comment on column deal_price_points.is_from_file is 'Entered from a file, as the price of its day.';
    comment on column change_staging.price is 'The new price, of a change of price.';
    comment on table change_staging is 'Valid rows of a file with changes, between its check and its import. Unlogged, as import_staging.'
  `.execute(db)
}
