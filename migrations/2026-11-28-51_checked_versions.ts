import { type Kysely, sql } from 'kysely'

/** The check stores which version of a deal it compared and what it found, so that the write need not compare again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update imports set status = 'CANCELLED', finished_at = now(), message = 'Choose the file again.'
      where status::text in ('CHECKING', 'CHECKED', 'QUEUED', 'RUNNING');
    alter table import_rows
      add column deal_id uuid,
      add column version int4,
      add column changes jsonb;
    comment on column import_rows.deal_id is 'The deal that the row creates or changes. A new deal gets its id from the check.';
    comment on column import_rows.version is 'The version of the deal that the row was compared with; null for a new deal.';
    comment on column import_rows.changes is 'What the row changes in its deal: a list of {column, before, after}, texts cut.';
  `.execute(db)
}
