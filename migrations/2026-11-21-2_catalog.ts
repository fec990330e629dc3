import { type Kysely, sql } from 'kysely'

const SLUG = sql.raw(`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200`)
const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)
const isPrice = (column: string) => sql.raw(`${column} between 0 and 9999999.99`)

export async function up(db: Kysely<unknown>) {
  await db.schema.createType('deal_status').asEnum(['ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING']).execute()
  await db.schema.createType('pro_con_type').asEnum(['PRO', 'CON']).execute()
  await db.schema.createType('seo_entity_type').asEnum(['DEAL', 'CATEGORY', 'PLATFORM', 'PAGE']).execute()

  await db.schema
    .createTable('categories')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 100`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(SLUG))
    .addColumn('description', 'text', (col) => col.check(sql`char_length(description) between 1 and 1000`))
    .addColumn('parent_id', 'uuid', (col) => col.references('categories.id').onDelete('restrict'))
    .addCheckConstraint('no_category_is_its_own_parent', sql`parent_id <> id`)
    .execute()
  // Imports find a category by its name in any case, so a name stands for one category only.
  await db.schema.createIndex('categories_name').on('categories').expression(sql`lower(name)`).unique().execute()
  await db.schema.createIndex('categories_of_parent').on('categories').column('parent_id').execute()

  await db.schema
    .createTable('platforms')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 100`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(SLUG))
    .addColumn('website_url', 'text', (col) => col.check(isUrl('website_url')))
    .execute()
  await db.schema.createIndex('platforms_name').on('platforms').expression(sql`lower(name)`).unique().execute()

  await db.schema
    .createTable('deals')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 200`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(sql`${SLUG} and slug <> 'new'`))
    .addColumn('vendor_name', 'text', (col) => col.notNull().check(sql`char_length(vendor_name) between 1 and 200`))
    .addColumn('category_id', 'uuid', (col) => col.notNull().references('categories.id').onDelete('restrict'))
    .addColumn('platform_id', 'uuid', (col) => col.notNull().references('platforms.id').onDelete('restrict'))
    .addColumn('summary', 'text', (col) => col.check(sql`char_length(summary) between 1 and 500`))
    .addColumn('description', 'text', (col) => col.check(sql`char_length(description) between 1 and 20000`))
    .addColumn('original_price', sql`numeric(12, 2)`, (col) => col.check(isPrice('original_price')))
    .addColumn('deal_price', sql`numeric(12, 2)`, (col) => col.check(isPrice('deal_price')))
    .addColumn('currency', 'text', (col) => col.notNull().defaultTo('USD').check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('start_date', 'date', (col) => col.notNull())
    .addColumn('end_date', 'date')
    .addColumn('status', sql`deal_status`, (col) => col.notNull().defaultTo('ACTIVE'))
    .addColumn('tags', sql`text[]`, (col) =>
      col
        .notNull()
        .defaultTo(sql`'{}'`)
        .check(
          sql`cardinality(tags) <= 20 and array_position(tags, '') is null and array_position(tags, null) is null`,
        ),
    )
    .addColumn('cta_url', 'text', (col) => col.notNull().check(isUrl('cta_url')))
    .addColumn('hero_image_url', 'text', (col) => col.check(isUrl('hero_image_url')))
    .addColumn('video_url', 'text', (col) => col.check(isUrl('video_url')))
    .addColumn('published', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    // Counts the saves: a form that was opened at an older version is refused instead of overwriting a newer one.
    .addColumn('version', 'int4', (col) => col.notNull().defaultTo(1))
    .addCheckConstraint('a_deal_ends_after_it_starts', sql`end_date >= start_date`)
    .execute()

  await db.schema
    .createTable('deal_pros_cons')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('type', sql`pro_con_type`, (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull().check(sql`char_length(text) between 1 and 500`))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 99`))
    .addUniqueConstraint('one_entry_per_place_in_pros_and_cons', ['deal_id', 'type', 'position'])
    .execute()

  await db.schema
    .createTable('deal_faqs')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('question', 'text', (col) => col.notNull().check(sql`char_length(question) between 1 and 300`))
    .addColumn('answer', 'text', (col) => col.notNull().check(sql`char_length(answer) between 1 and 3000`))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 99`))
    .addUniqueConstraint('one_question_per_place', ['deal_id', 'position'])
    .execute()

  await db.schema
    .createTable('deal_price_points')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('original_price', sql`numeric(12, 2)`, (col) => col.check(isPrice('original_price')))
    .addColumn('deal_price', sql`numeric(12, 2)`, (col) => col.check(isPrice('deal_price')))
    .addColumn('currency', 'text', (col) => col.notNull().check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('recorded_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema
    .createIndex('price_points_of_deal')
    .on('deal_price_points')
    .columns(['deal_id', 'recorded_at', 'id'])
    .execute()

  // An address that once showed a deal: it leads to where the deal is now, or says that the deal is gone (no deal_id).
  await db.schema
    .createTable('slug_redirects')
    .addColumn('slug', 'text', (col) => col.primaryKey().check(SLUG))
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('set null'))
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('slug_redirects_of_deal').on('slug_redirects').column('deal_id').execute()

  await db.schema
    .createTable('seo_metadata')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('entity_type', sql`seo_entity_type`, (col) => col.notNull())
    // The id of the row, or the path of a page.
    .addColumn('entity_id', 'text', (col) => col.notNull().check(sql`char_length(entity_id) between 1 and 200`))
    .addColumn('meta_title', 'text', (col) => col.check(sql`char_length(meta_title) between 1 and 200`))
    .addColumn('meta_description', 'text', (col) => col.check(sql`char_length(meta_description) between 1 and 500`))
    .addColumn('og_title', 'text', (col) => col.check(sql`char_length(og_title) between 1 and 200`))
    .addColumn('og_description', 'text', (col) => col.check(sql`char_length(og_description) between 1 and 500`))
    .addColumn('og_image_url', 'text', (col) => col.check(isUrl('og_image_url')))
    .addUniqueConstraint('one_seo_row_per_entity', ['entity_type', 'entity_id'])
    .execute()
}

export async function down(db: Kysely<unknown>) {
  for (const table of [
    'seo_metadata',
    'slug_redirects',
    'deal_price_points',
    'deal_faqs',
    'deal_pros_cons',
    'deals',
    'platforms',
    'categories',
  ]) {
    await db.schema.dropTable(table).execute()
  }
  for (const type of ['seo_entity_type', 'pro_con_type', 'deal_status']) await db.schema.dropType(type).execute()
}
