import { type Kysely, sql } from 'kysely'

/** A CSV file is checked and staged, reviewed by its importer, and then written from the staging table in batches. */
export async function up(db: Kysely<unknown>) {
  await createImports(db)
  await createStaging(db)
  await createReports(db)
}

async function createImports(db: Kysely<unknown>) {
  await sql`
    create type import_status as enum
      ('CHECKING', 'CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'PUBLISHING');
    create table imports (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references profiles (id) on delete set null,
      file_name text not null check (char_length(file_name) between 1 and 255),
      file_sha256 bytea not null check (octet_length(file_sha256) = 32),
      file_bytes int8 not null default 0,
      header text[] not null default '{}',
      is_published boolean not null default false,
      status import_status not null,
      progress int2 not null default 0 check (progress between 0 and 100),
      message text,
      row_count int4 not null default 0 check (row_count >= 0),
      staged_count int4 not null default 0 check (staged_count >= 0),
      written_count int4 not null default 0 check (written_count >= 0),
      created_count int4 not null default 0,
      updated_count int4 not null default 0,
      unchanged_count int4 not null default 0,
      failed_count int4 not null default 0,
      unpublished_count int4 not null default 0 check (unpublished_count >= 0),
      ending_soon_count int4 not null default 0 check (ending_soon_count >= 0),
      expired_count int4 not null default 0 check (expired_count >= 0),
      upcoming_count int4 not null default 0 check (upcoming_count >= 0),
      published_count int4 not null default 0 check (published_count >= 0),
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    comment on table imports is 'Imports of deals from CSV files, with their progress and outcome.';
    comment on column imports.header is 'The first row of the file as it was written.';
    comment on column imports.is_published is 'Whether new deals are published at once.';
    comment on column imports.progress is 'Of the current step, in percent.';
    comment on column imports.staged_count is
      'Rows that were staged; rows with the same slug are one. A row that is no longer in staging has been written.';
    comment on column imports.unpublished_count is 'Public deals that become drafts.';
    comment on column imports.ending_soon_count is 'Deals that become ENDING_SOON.';
    comment on column imports.expired_count is 'Deals that become EXPIRED.';
    comment on column imports.upcoming_count is 'Deals that become UPCOMING.';
    comment on column imports.published_count is 'Deals that were published afterwards, from the page of the import.';
    create index imports_by_date on imports (created_at desc, id desc);
    create index imports_by_file on imports (file_sha256);
    create index imports_by_user on imports (user_id)
  `.execute(db)
}

async function createStaging(db: Kysely<unknown>) {
  await sql`
    create unlogged table import_staging (
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
      "rows" int4[],
      differs boolean[],
      primary key (import_id, "row")
    );
    comment on table import_staging is
      'Valid rows between the check and the import. Unlogged, which halves the cost of writing: rows that a crash loses are still in the file. Without a foreign key to imports, which would be checked for every row.';
    comment on column import_staging."rows" is 'Where several rows have the same slug: their numbers.';
    comment on column import_staging.differs is 'For each of these rows: whether it differs from those before it, merged.'
  `.execute(db)
}

async function createReports(db: Kysely<unknown>) {
  await sql`
    create type import_outcome as enum ('created', 'updated', 'unchanged', 'failed');
    create table import_rows (
      import_id uuid not null references imports (id) on delete cascade,
      "row" int4 not null check ("row" >= 2),
      slug text not null check (char_length(slug) between 1 and 200),
      outcome import_outcome not null,
      primary key (import_id, "row")
    );
    comment on table import_rows is 'The outcome of each valid row, expected or actual.';
    create index import_rows_by_outcome on import_rows (import_id, outcome, "row");

    create table import_cells (
      import_id uuid not null references imports (id) on delete cascade,
      "row" int4 not null check ("row" >= 2),
      cells text[] not null,
      errors jsonb check (jsonb_typeof(errors) = 'array'),
      primary key (import_id, "row")
    );
    comment on table import_cells is
      'Rows as they were written: the first ones for the preview, and all that cannot be imported.';
    comment on column import_cells.errors is 'A list of {column, message}; null where nothing is wrong.';
    create index failed_import_cells_by_row on import_cells (import_id, "row") where errors is not null
  `.execute(db)
}
