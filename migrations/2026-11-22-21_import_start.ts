import { type Kysely, sql } from 'kysely'

/** When an import began to write, so that the deals of its file can be put in the order of the file. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table imports add column started_at timestamptz;
    comment on column imports.started_at is
      'When it was told to write. New deals are created at this time, less a microsecond for each row of the file up to theirs.';
    update imports set started_at = created_at where status not in ('CHECKING', 'CHECKED')
  `.execute(db)
}
