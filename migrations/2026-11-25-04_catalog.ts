import { type Kysely, sql } from 'kysely'

const IS_SLUG = sql.raw(`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200`)
const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)

/** Categories, platforms, vendors and products, to which deals belong. */
export async function up(db: Kysely<unknown>) {
  await createCategories(db)
  await createPlatforms(db)
  await createVendors(db)
  await createRedirects(db, 'categories', 'category', true)
  await createRedirects(db, 'platforms', 'platform', true)
  await createRedirects(db, 'vendors', 'vendor', false)
  await createProducts(db)
  await createSeoMetadata(db)
}

async function createCategories(db: Kysely<unknown>) {
  await db.schema
    .createTable('categories')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 100`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(IS_SLUG))
    .addColumn('description', 'text', (col) => col.check(sql`char_length(description) between 1 and 1000`))
    .addColumn('parent_id', 'uuid', (col) => col.references('categories.id').onDelete('restrict'))
    .addColumn('category_path', sql`uuid[]`, (col) => col.notNull().defaultTo('{}'))
    .addCheckConstraint('no_category_is_its_own_parent', sql`parent_id <> id`)
    .execute()
  await db.schema.createIndex('categories_by_parent').on('categories').column('parent_id').execute()
  await sql`
    comment on table categories is 'A tree of categories; every deal is in one.';
    comment on column categories.category_path is
      'Ids of the ancestors, outermost first, and the own id; set by a trigger.';
    -- Imports find a category by its name in any case, so that a name identifies one category only.
    create unique index categories_name_key on categories (lower(name));

    create function set_category_path() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.parent_id), '{}') || new.id;
      return new;
    end $$;
    comment on function set_category_path is 'Appends the category to the path of its parent.';
    create trigger categories_set_path before insert or update of parent_id on categories
      for each row execute function set_category_path();
    comment on trigger categories_set_path on categories is 'A new or moved category gets the path of its parent.'
  `.execute(db)
}

async function createPlatforms(db: Kysely<unknown>) {
  await db.schema.createType('refund_start').asEnum(['PURCHASE', 'REDEMPTION']).execute()

  await db.schema
    .createTable('platforms')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 100`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(IS_SLUG))
    .addColumn('website_url', 'text', (col) => col.check(isUrl('website_url')))
    .addColumn('refund_days', 'int2', (col) => col.check(sql`refund_days between 0 and 3650`))
    .addColumn('refund_from', sql`refund_start`)
    .addColumn('buyer_protection', 'text', (col) => col.check(sql`char_length(buyer_protection) between 1 and 200`))
    .execute()
  await sql`
    comment on table platforms is 'Marketplaces that sell deals; every deal is on one.';
    comment on column platforms.refund_days is 'The rule of the platform, for deals without one of their own.';
    create unique index platforms_name_key on platforms (lower(name))
  `.execute(db)
}

async function createVendors(db: Kysely<unknown>) {
  await db.schema.createType('vendor_status').asEnum(['ACTIVE', 'ACQUIRED', 'SHUT_DOWN', 'UNKNOWN']).execute()

  await db.schema
    .createTable('vendors')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 200`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(IS_SLUG))
    .addColumn('website_url', 'text', (col) => col.check(isUrl('website_url')))
    .addColumn('status', sql`vendor_status`, (col) => col.notNull().defaultTo('UNKNOWN'))
    .addColumn('status_on', 'date')
    .addColumn('status_source_url', 'text', (col) => col.check(isUrl('status_source_url')))
    .addColumn('note', 'text', (col) => col.check(sql`char_length(note) between 1 and 2000`))
    .addColumn('version', 'int4', (col) => col.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint(
      'an_end_has_a_date_and_a_source',
      sql`status in ('ACTIVE', 'UNKNOWN') or (status_on is not null and status_source_url is not null)`,
    )
    .execute()
  await sql`
    comment on table vendors is 'The makers of products, found or created by the vendor name of a deal.';
    comment on column vendors.status is 'As staff read it at the source; UNKNOWN if it was never checked.';
    comment on column vendors.status_on is 'Since when the status holds.';
    comment on column vendors.note is 'For staff. Never published.';
    comment on column vendors.version is
      'Counts the saves. A form of an older version is rejected instead of overwriting a newer one.';
    create index vendors_by_name on vendors (lower(name), id);
    create index vendors_search on vendors using gin (fold_case(name) gin_trgm_ops)
  `.execute(db)

  await db.schema
    .createTable('vendor_names')
    .addColumn('key', 'text', (col) => col.primaryKey().check(sql`char_length(key) between 1 and 200`))
    .addColumn('vendor_id', 'uuid', (col) => col.notNull().references('vendors.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('vendor_names_by_vendor').on('vendor_names').column('vendor_id').execute()
  await sql`
    comment on table vendor_names is
      'Normalized names, by which deals find their vendor. A merge moves them to the remaining vendor.'
  `.execute(db)
}

async function createProducts(db: Kysely<unknown>) {
  await db.schema
    .createTable('products')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 200`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(IS_SLUG))
    .addColumn('vendor_id', 'uuid', (col) => col.notNull().references('vendors.id').onDelete('restrict'))
    .addColumn('website_url', 'text', (col) => col.check(isUrl('website_url')))
    .addColumn('compared_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('products_by_vendor').on('products').column('vendor_id').execute()
  await sql`
    comment on table products is 'Products, of which deals are offers. Every deal belongs to one.';
    comment on column products.compared_at is 'When a job last compared it with similar products; null for a new one.';
    create index products_by_name on products (lower(name), id);
    create index products_to_compare on products (created_at, id) where compared_at is null;
    create index products_search on products using gin (fold_case(name) gin_trgm_ops)
  `.execute(db)

  await db.schema
    .createTable('product_pairs')
    .addColumn('product_id', 'uuid', (col) => col.notNull().references('products.id').onDelete('cascade'))
    .addColumn('other_id', 'uuid', (col) => col.notNull().references('products.id').onDelete('cascade'))
    .addColumn('similarity', 'real', (col) => col.notNull().check(sql`similarity between 0 and 1`))
    .addColumn('is_different', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('decided_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('decided_at', 'timestamptz')
    .addPrimaryKeyConstraint('product_pairs_pkey', ['product_id', 'other_id'])
    .addCheckConstraint('pairs_are_in_order', sql`product_id < other_id`)
    .execute()
  await db.schema.createIndex('product_pairs_by_other').on('product_pairs').column('other_id').execute()
  await sql`
    comment on table product_pairs is
      'Products with similar names and the same vendor or link, suggested to staff, who decide whether to merge them.';
    comment on column product_pairs.is_different is
      'Staff decided that they differ, so that they are not suggested again.';
    create index product_pairs_by_decider on product_pairs (decided_by) where decided_by is not null;
    create index suggested_product_pairs on product_pairs (similarity desc, product_id, other_id)
      where not is_different
  `.execute(db)
}

async function createSeoMetadata(db: Kysely<unknown>) {
  await db.schema.createType('seo_entity_type').asEnum(['DEAL', 'CATEGORY', 'PLATFORM', 'PAGE']).execute()

  await db.schema
    .createTable('seo_metadata')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('entity_type', sql`seo_entity_type`, (col) => col.notNull())
    .addColumn('entity_id', 'text', (col) => col.notNull().check(sql`char_length(entity_id) between 1 and 200`))
    .addColumn('meta_title', 'text', (col) => col.check(sql`char_length(meta_title) between 1 and 200`))
    .addColumn('meta_description', 'text', (col) => col.check(sql`char_length(meta_description) between 1 and 500`))
    .addColumn('og_title', 'text', (col) => col.check(sql`char_length(og_title) between 1 and 200`))
    .addColumn('og_description', 'text', (col) => col.check(sql`char_length(og_description) between 1 and 500`))
    .addColumn('og_image_url', 'text', (col) => col.check(isUrl('og_image_url')))
    .addUniqueConstraint('one_seo_row_per_entity', ['entity_type', 'entity_id'])
    .execute()
  await sql`
    comment on table seo_metadata is 'Titles and descriptions that override those of a page.';
    comment on column seo_metadata.entity_id is 'The id of the deal, category or platform, or the path of a page.'
  `.execute(db)
}

/** Former slugs redirect. Imports also find a category or platform by its former name. */
async function createRedirects(db: Kysely<unknown>, table: string, noun: string, storesName: boolean) {
  const [redirects, id, redirect] = [`${noun}_redirects`, `${noun}_id`, `redirect_former_${noun}_slug`]
  const [name, value, update] = storesName ? ['name, ', 'old.name, ', 'name = excluded.name, '] : ['', '', '']
  const created = db.schema
    .createTable(redirects)
    .addColumn('slug', 'text', (col) => col.primaryKey())
    .addColumn(id, 'uuid', (col) => col.notNull().references(`${table}.id`).onDelete('cascade'))
  await (storesName ? created.addColumn('name', 'text') : created).execute()
  await db.schema.createIndex(`${redirects}_by_${noun}`).on(redirects).column(id).execute()
  if (storesName) {
    await sql
      .raw(`comment on column ${redirects}.name is
        'The former name, by which imports find the ${noun}; null if unknown.'`)
      .execute(db)
  }
  await sql
    .raw(`
      comment on table ${redirects} is 'Former slugs of ${table}, which redirect to the ${noun}.';

      create function ${redirect}() returns trigger language plpgsql as $$
      begin
        delete from ${redirects} where slug = new.slug;
        insert into ${redirects} (slug, ${name}${id}) values (old.slug, ${value}old.id)
        on conflict (slug) do update set ${update}${id} = excluded.${id};
        return null;
      end $$;
      comment on function ${redirect} is
        'Redirects the former slug of a renamed ${noun}, and ends the redirect of a slug that is in use again.';
      create trigger ${table}_redirect_former_slugs after update of slug on ${table}
        for each row when (old.slug is distinct from new.slug) execute function ${redirect}();
      comment on trigger ${table}_redirect_former_slugs on ${table} is
        'The former slug of a renamed ${noun} redirects.'`)
    .execute(db)
}
