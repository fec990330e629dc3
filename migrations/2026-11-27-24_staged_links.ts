import { type Kysely, sql } from 'kysely'

/** The check of a file knows which links may earn someone else a commission. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('import_staging')
    .addColumn('credits_others', 'boolean', (col) => col.notNull().defaultTo(false))
    .execute()
  await sql`
    comment on column import_staging.credits_others is 'Whether the link may earn someone else a commission.'`.execute(
    db,
  )
}
