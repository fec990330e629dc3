import { type Kysely, sql } from 'kysely'

/** An import makes the row with the latest start date the newest deal. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('imports').addColumn('latest_start', 'date').execute()
  await sql`
    comment on column imports.latest_start is
      'The latest start date of the staged rows when writing began, at most a year later than that day.';
    comment on column imports.started_at is
      'When writing began. New deals are created at this time, less a tenth of a second for each day by which they start before latest_start, and a microsecond for each row up to theirs.'
  `.execute(db)
}
