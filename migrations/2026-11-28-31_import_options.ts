import { type Kysely, sql } from 'kysely'

/** Files of other programs: their columns are chosen before the check, and the check can be repeated with other choices. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter type import_status add value 'COLUMNS' before 'CHECKING';
    alter table imports
      add column options jsonb not null default '{}',
      add column summary jsonb not null default '{}',
      drop column product_matches;
    drop index imports_by_file;
    alter table imports drop column file_sha256;
    comment on column imports.options is
      'How the file is read and written: its columns, names to create or map, vendors, lists, dates, live deals.';
    comment on column imports.summary is
      'What the check found: example cells, values read differently, names of categories and platforms that do not exist.';
    create table import_files (
      import_id uuid not null references imports (id) on delete cascade,
      part int4 not null,
      content bytea not null,
      primary key (import_id, part)
    );
    comment on table import_files is
      'The uploaded files in parts of 1 MB, until their import is finished, so that a worker on any machine can read them.';
    update imports set status = 'CANCELLED', finished_at = now(), message = 'Choose the file again.'
      where status in ('CHECKING', 'CHECKED');
  `.execute(db)
}
