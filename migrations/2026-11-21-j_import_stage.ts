import { type Kysely, sql } from 'kysely'

const STATUSES = ['CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']

/** An import is checked, looked at, and then written from a stage, batch by batch. */
export async function up(db: Kysely<unknown>) {
  await changeStatuses(db, ['CHECKING', ...STATUSES, 'PUBLISHING'])

  const count = (name: string) => sql.raw(`add column ${name} int4 not null default 0 check (${name} >= 0)`)
  await sql`
    alter table imports
      add column file_bytes int8 not null default 0,
      -- The first row of the file as it was written.
      add column header text[] not null default '{}',
      add column is_published boolean not null default false,
      ${count('row_count')},
      -- Rows that wait or waited on the stage; those of one slug are one. What is gone from the stage has been written.
      ${count('staged_count')},
      ${count('written_count')},
      -- What becomes of deals that visitors see, or that have another status than ACTIVE.
      ${count('unpublished_count')},
      ${count('ending_soon_count')},
      ${count('expired_count')},
      ${count('upcoming_count')},
      -- Deals that "Publish these" has put before visitors.
      ${count('published_count')},
      -- Of the step that is under way, in percent.
      add column progress int2 not null default 0 check (progress between 0 and 100)`.execute(db)

  // Valid rows wait here between the check and the import. Unlogged: writing it costs half, and a row that a crash of
  // the server takes is still in the file. No key to imports, which would be looked up for every row.
  await sql`
    create unlogged table import_staged (
      import_id uuid not null,
      "row" int4 not null,
      slug text not null,
      title text not null,
      vendor_name text not null,
      category_id uuid not null,
      platform_id uuid not null,
      summary text,
      description text,
      original_price numeric(12, 2),
      deal_price numeric(12, 2),
      currency text not null,
      start_date date not null,
      end_date date,
      tags text[] not null,
      cta_url text not null,
      hero_image_url text,
      video_url text,
      pros text[] not null,
      cons text[] not null,
      -- Where several rows share the slug: their numbers, and whether each differs from the sum of those before it.
      "rows" int4[],
      differs boolean[],
      primary key (import_id, "row")
    )`.execute(db)

  // What became of each valid row, or would become of it.
  await sql`create type import_outcome as enum ('created', 'updated', 'unchanged', 'failed')`.execute(db)
  await sql`
    create table import_rows (
      import_id uuid not null references imports (id) on delete cascade,
      "row" int4 not null check ("row" >= 2),
      slug text not null check (char_length(slug) between 1 and 200),
      outcome import_outcome not null,
      primary key (import_id, "row")
    )`.execute(db)
  await sql`create index import_rows_by_outcome on import_rows (import_id, outcome, "row")`.execute(db)

  // The first rows as they were written, for the preview, and every row that cannot be imported, with its faults.
  await sql`
    create table import_cells (
      import_id uuid not null references imports (id) on delete cascade,
      "row" int4 not null check ("row" >= 2),
      cells text[] not null,
      -- A list of {column, message}; null where nothing is wrong.
      errors jsonb check (jsonb_typeof(errors) = 'array'),
      primary key (import_id, "row")
    )`.execute(db)
  await sql`create index import_cells_with_errors on import_cells (import_id, "row") where errors is not null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table import_staged, import_rows, import_cells`.execute(db)
  await sql`drop type import_outcome`.execute(db)
  await sql`
    alter table imports drop column file_bytes, drop column header, drop column is_published, drop column row_count,
      drop column staged_count, drop column written_count, drop column unpublished_count, drop column ending_soon_count,
      drop column expired_count, drop column upcoming_count, drop column published_count, drop column progress`.execute(
    db,
  )
  await sql`delete from imports where status in ('CHECKING', 'PUBLISHING')`.execute(db)
  await changeStatuses(db, STATUSES)
}

// A value that is added to an enum cannot be used in the same transaction; a new type can.
async function changeStatuses(db: Kysely<unknown>, names: string[]) {
  await sql`alter type import_status rename to old_import_status`.execute(db)
  await db.schema.createType('import_status').asEnum(names).execute()
  await sql`alter table imports alter column status type import_status using status::text::import_status`.execute(db)
  await sql`drop type old_import_status`.execute(db)
}
