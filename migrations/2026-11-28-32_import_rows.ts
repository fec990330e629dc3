import { type Kysely, sql } from 'kysely'

/** One table for the rows of an import, from the check to the report, that survives a crash of the database. */
export async function up(db: Kysely<unknown>) {
  // As text, because a value cannot be used in the transaction that added it to its type.
  await sql`
    update imports set status = 'CANCELLED', finished_at = now(), message = 'Choose the file again.'
      where status::text in ('COLUMNS', 'CHECKING', 'CHECKED', 'QUEUED', 'RUNNING');
    drop table import_staging;
    drop table change_staging;
    drop table import_cells;
    drop table import_rows;
    create table import_rows (
      import_id uuid not null references imports (id) on delete cascade,
      "row" int4 not null,
      outcome import_outcome,
      slug text,
      value jsonb,
      errors jsonb,
      cells text[] not null,
      primary key (import_id, "row"),
      check ((outcome = 'failed') = (value is null))
    );
    comment on table import_rows is 'The rows of the files of imports, for 30 days.';
    comment on column import_rows.outcome is 'Expected by the check, then final; null while the file is read.';
    comment on column import_rows.slug is 'Of the deal that the row creates or changes.';
    comment on column import_rows.value is 'What is written; null for rows that cannot be imported.';
    comment on column import_rows.errors is 'Why the row cannot be imported: a list of {column, message, cause}.';
    comment on column import_rows.cells is 'The cells as they are in the file.';
    create index import_rows_by_outcome on import_rows (import_id, outcome, "row");
    create index import_rows_by_slug on import_rows (import_id, slug);
    alter table imports
      drop column staged_count, drop column written_count, drop column latest_start,
      drop column unpublished_count, drop column ending_soon_count, drop column expired_count, drop column upcoming_count,
      add column written_row int4 not null default 0;
    comment on column imports.written_row is 'The last row that is written; the next worker goes on after it.';
    comment on column imports.started_at is
      'When writing began. New deals are created at this time, less a tenth of a second for each day by which they start before the latest start date of the file, and a microsecond for each row up to theirs.';
  `.execute(db)
}
