import { type Kysely, sql } from 'kysely'

/** The check of a file notes the discount and the code that the text of each row states. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('import_staging')
    .addColumn('stated_discount', 'int2')
    .addColumn('stated_code', 'text')
    .execute()
  await sql`
    comment on column import_staging.stated_discount is 'The only discount that the texts state, to fill an empty field.';
    comment on column import_staging.stated_code is 'The only coupon code that the texts state, to fill an empty field.'
  `.execute(db)
}
