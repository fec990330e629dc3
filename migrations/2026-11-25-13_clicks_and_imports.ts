import { type Kysely, sql } from 'kysely'

/** Clicks with the metrics of the analytics page, and imports of CSV files. */
export async function up(db: Kysely<unknown>) {
  await createClicks(db)
  await createMetrics(db)
  await createImports(db)
  await createImportReports(db)
}

/** No address of a visitor is stored, and without click_dedup nothing links a click to a visitor. */
async function createClicks(db: Kysely<unknown>) {
  await db.schema
    .createTable('click_targets')
    .addColumn('id', 'uuid', (col) => col.primaryKey())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('click_targets_by_deal').on('click_targets').column('deal_id').execute()
  await sql`
    comment on table click_targets is
      'The present deal of the clicks on a deal: at first itself, after a merge the remaining one. A million clicks move with one row.';
    comment on column click_targets.id is 'The id of the deal that was clicked, which may be deleted.';

    create function add_click_targets() returns trigger language plpgsql as $$
    begin
      insert into click_targets (id, deal_id) select id, id from new_rows;
      return null;
    end $$;
    comment on function add_click_targets is 'Clicks on a new deal belong to it.';
    create trigger deals_add_click_targets after insert on deals
      referencing new table as new_rows for each statement execute function add_click_targets();
    comment on trigger deals_add_click_targets on deals is 'Every deal can be clicked.'
  `.execute(db)

  await db.schema
    .createTable('click_events')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull())
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('referrer', 'text', (col) => col.check(sql`char_length(referrer) between 1 and 500`))
    .addColumn('visitor_key', 'bytea', (col) => col.check(sql`octet_length(visitor_key) <= 32`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('rolled_up', 'boolean', (col) => col.notNull().defaultTo(false))
    .addForeignKeyConstraint('click_events_deal_id_fkey', ['deal_id'], 'click_targets', ['id'], (fk) =>
      fk.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('click_events_by_deal').on('click_events').columns(['deal_id', 'created_at']).execute()
  await db.schema.createIndex('click_events_by_date').on('click_events').column('created_at').execute()
  await sql`
    comment on table click_events is 'Clicks on the offers of deals.';
    comment on column click_events.deal_id is 'The deal that was clicked. Its present deal is in click_targets.';
    comment on column click_events.visitor_key is
      'A keyed hash that distinguishes the visitors of one day, and nothing else.';
    comment on column click_events.rolled_up is
      'Whether the metrics contain the click, so that each is counted once, whenever it commits.';
    create index click_events_by_user on click_events (user_id) where user_id is not null;
    create index click_events_to_roll_up on click_events (id) where not rolled_up
  `.execute(db)

  await db.schema
    .createTable('click_dedup')
    .addColumn('key', 'bytea', (col) => col.primaryKey().check(sql`octet_length(key) = 16`))
    .addColumn('counted_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('click_dedup_by_date').on('click_dedup').column('counted_at').execute()
  await sql`
    comment on table click_dedup is 'Clicks of the last half hour, which are not counted again.';
    comment on column click_dedup.key is 'A keyed hash of the visitor and the deal.'
  `.execute(db)
}

async function createMetrics(db: Kysely<unknown>) {
  await db.schema
    .createTable('daily_metrics')
    .addColumn('metric', 'text', (col) => col.notNull().check(sql`metric in ('clicks', 'visitors', 'empty_searches')`))
    .addColumn('day', 'date', (col) => col.notNull())
    .addColumn('key', 'text', (col) => col.notNull().check(sql`char_length(key) <= 200`))
    .addColumn('count', 'int4', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_count_per_metric_day_and_key', ['metric', 'day', 'key'])
    .execute()
  await sql`
    comment on table daily_metrics is 'Metrics of the analytics page by day.';
    comment on column daily_metrics.day is 'In UTC.';
    comment on column daily_metrics.key is 'A search term; empty for what is counted once a day.'
  `.execute(db)

  await db.schema
    .createTable('metric_totals')
    .addColumn('metric', 'text', (col) => col.notNull())
    .addColumn('key', 'text', (col) => col.notNull())
    .addColumn('last_7', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_30', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('last_90', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('all_time', 'bigint', (col) => col.notNull().defaultTo(0))
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('one_total_per_metric_and_key', ['metric', 'key'])
    .execute()
  await sql`
    comment on table metric_totals is
      'Metrics of the analytics page by range. Ranges end on the day (UTC) of the last roll-up.';
    comment on column metric_totals.key is
      'The id of a deal, category or platform, or a referrer; empty for all clicks.';
    comment on column metric_totals.updated_at is 'In the row of all clicks: when the last roll-up was.'
  `.execute(db)
}

/** A file is checked and staged, reviewed by its importer, and then written from the staging table in batches. */
async function createImports(db: Kysely<unknown>) {
  await db.schema
    .createType('import_status')
    .asEnum(['CHECKING', 'CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'PUBLISHING'])
    .execute()
  await db.schema.createType('import_outcome').asEnum(['created', 'updated', 'unchanged', 'failed']).execute()

  await db.schema
    .createTable('imports')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('file_name', 'text', (col) => col.notNull().check(sql`char_length(file_name) between 1 and 255`))
    .addColumn('file_sha256', 'bytea', (col) => col.notNull().check(sql`octet_length(file_sha256) = 32`))
    .addColumn('file_bytes', 'int8', (col) => col.notNull().defaultTo(0))
    .addColumn('header', sql`text[]`, (col) => col.notNull().defaultTo('{}'))
    .addColumn('is_published', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('status', sql`import_status`, (col) => col.notNull())
    .addColumn('progress', 'int2', (col) => col.notNull().defaultTo(0).check(sql`progress between 0 and 100`))
    .addColumn('message', 'text')
    .addColumn('row_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`row_count >= 0`))
    .addColumn('staged_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`staged_count >= 0`))
    .addColumn('written_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`written_count >= 0`))
    .addColumn('created_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('updated_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('unchanged_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('failed_count', 'int4', (col) => col.notNull().defaultTo(0))
    .addColumn('unpublished_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`unpublished_count >= 0`))
    .addColumn('ending_soon_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`ending_soon_count >= 0`))
    .addColumn('expired_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`expired_count >= 0`))
    .addColumn('upcoming_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`upcoming_count >= 0`))
    .addColumn('published_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`published_count >= 0`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .addColumn('started_at', 'timestamptz')
    .addColumn('product_matches', 'jsonb')
    .execute()
  await db.schema.createIndex('imports_by_date').on('imports').columns(['created_at desc', 'id desc']).execute()
  await db.schema.createIndex('imports_by_file').on('imports').column('file_sha256').execute()
  await db.schema.createIndex('imports_by_user').on('imports').column('user_id').execute()
  await sql`
    comment on table imports is 'Imports of deals from CSV files, with their progress and outcome.';
    comment on column imports.header is 'The first row of the file as it was written.';
    comment on column imports.is_published is 'Whether new deals are published at once.';
    comment on column imports.progress is 'Of the current step, in percent.';
    comment on column imports.staged_count is
      'Staged rows; rows with the same slug are one. Rows that have left the staging table are written.';
    comment on column imports.unpublished_count is 'Public deals that become drafts.';
    comment on column imports.ending_soon_count is 'Deals that become ENDING_SOON.';
    comment on column imports.expired_count is 'Deals that become EXPIRED.';
    comment on column imports.upcoming_count is 'Deals that become UPCOMING.';
    comment on column imports.published_count is 'Deals that were published afterwards, from the page of the import.';
    comment on column imports.started_at is
      'When writing began. New deals are created at this time, less a microsecond for each row up to theirs.';
    comment on column imports.product_matches is
      'Rows that join a product, resemble one or repeat an offer, as found by the dry run.'
  `.execute(db)

  await db.schema
    .createTable('import_staging')
    .modifyFront(sql`unlogged`)
    .addColumn('import_id', 'uuid', (col) => col.notNull())
    .addColumn('row', 'int4', (col) => col.notNull())
    .addColumn('slug', 'text', (col) => col.notNull())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('vendor_name', 'text', (col) => col.notNull())
    .addColumn('category_id', 'uuid', (col) => col.notNull())
    .addColumn('platform_id', 'uuid', (col) => col.notNull())
    .addColumn('summary', 'text')
    .addColumn('description', 'text')
    .addColumn('original_price', 'numeric(12, 2)')
    .addColumn('deal_price', 'numeric(12, 2)')
    .addColumn('currency', 'text', (col) => col.notNull())
    .addColumn('start_date', 'date', (col) => col.notNull())
    .addColumn('end_date', 'date')
    .addColumn('tags', sql`text[]`, (col) => col.notNull())
    .addColumn('cta_url', 'text', (col) => col.notNull())
    .addColumn('hero_image_url', 'text')
    .addColumn('video_url', 'text')
    .addColumn('pros', sql`text[]`, (col) => col.notNull())
    .addColumn('cons', sql`text[]`, (col) => col.notNull())
    .addColumn('rows', sql`int4[]`)
    .addColumn('differs', sql`boolean[]`)
    .addColumn('title_key', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('vendor_key', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('link_key', 'text')
    .addColumn('regular_price_period', sql`price_period`)
    .addColumn('coupon_code', 'text')
    .addColumn('coupon_note', 'text')
    .addColumn('lifetime_means', 'text')
    .addColumn('refund_days', 'int2')
    .addColumn('refund_from', sql`refund_start`)
    .addColumn('redeem_days', 'int2')
    .addColumn('stackable', 'boolean')
    .addColumn('max_codes', 'int2')
    .addColumn('transferable', 'boolean')
    .addColumn('future_versions', 'text')
    .addColumn('shutdown_notice', 'text')
    .addColumn('terms_url', 'text')
    .addColumn('terms_read_on', 'date')
    .addColumn('plans', 'jsonb', (col) => col.notNull().defaultTo('[]'))
    .addPrimaryKeyConstraint('import_staging_pkey', ['import_id', 'row'])
    .execute()
  await sql`
    comment on table import_staging is
      'Valid rows between the check and the import. Unlogged, which halves the cost of writing: the file still has rows that a crash loses. Without a foreign key to imports, which would be checked for every row.';
    comment on column import_staging."rows" is 'The numbers of the rows that have this slug, if there are several.';
    comment on column import_staging.differs is
      'For each of these rows: whether it differs from the earlier ones, merged.';
    comment on column import_staging.plans is 'A list of {name, price, codes}; an empty one changes no plans.'
  `.execute(db)
}

async function createImportReports(db: Kysely<unknown>) {
  await db.schema
    .createTable('import_rows')
    .addColumn('import_id', 'uuid', (col) => col.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('row', 'int4', (col) => col.notNull().check(sql`"row" >= 2`))
    .addColumn('slug', 'text', (col) => col.notNull().check(sql`char_length(slug) between 1 and 200`))
    .addColumn('outcome', sql`import_outcome`, (col) => col.notNull())
    .addPrimaryKeyConstraint('import_rows_pkey', ['import_id', 'row'])
    .execute()
  await sql`
    comment on table import_rows is 'The outcome of each valid row, expected or actual.';
    create index import_rows_by_outcome on import_rows (import_id, outcome, "row")
  `.execute(db)

  await db.schema
    .createTable('import_cells')
    .addColumn('import_id', 'uuid', (col) => col.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('row', 'int4', (col) => col.notNull().check(sql`"row" >= 2`))
    .addColumn('cells', sql`text[]`, (col) => col.notNull())
    .addColumn('errors', 'jsonb', (col) => col.check(sql`jsonb_typeof(errors) = 'array'`))
    .addPrimaryKeyConstraint('import_cells_pkey', ['import_id', 'row'])
    .execute()
  await sql`
    comment on table import_cells is
      'Rows as they were written: the first ones for the preview, and all that cannot be imported.';
    comment on column import_cells.errors is 'A list of {column, message}; null where nothing is wrong.';
    create index failed_import_cells_by_row on import_cells (import_id, "row") where errors is not null
  `.execute(db)
}
