import { type Kysely, sql } from 'kysely'

const IS_SLUG = sql.raw(`slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200`)
const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)

/** A web address, or the path of a file of this site, which works under another address of the site too. */
const IS_IMAGE = sql`
  (hero_image_url ~* '^https?://[^[:space:]]+$' or hero_image_url ~ '^/[a-z0-9_-][a-z0-9/_-]*[.][a-z0-9]+$')
  and char_length(hero_image_url) <= 2048`
const ARE_TAGS = sql`
  cardinality(tags) <= 20 and array_position(tags, '') is null and array_position(tags, null) is null`
const SEARCH_TEXT = sql`fold_case(title || E'\x1f' || vendor_name || E'\x1f' || coalesce(summary, ''))`
const BREAK_EVEN_MONTHS = sql`
  case when original_price > 0 and deal_price > 0 then
    case regular_price_period
      when 'MONTH' then ceil(deal_price / original_price)
      when 'YEAR' then ceil(deal_price * 12 / original_price)
    end
  end`

/** Deals and their parts. A deal has the path of its category, and its former slugs redirect. */
export async function up(db: Kysely<unknown>) {
  await createDeals(db)
  await createProsAndFaqs(db)
  await createPlans(db)
  await createRedirects(db)
  await copyCategoryPaths(db)
}

async function createDeals(db: Kysely<unknown>) {
  await db.schema.createType('deal_status').asEnum(['ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING']).execute()
  await db.schema.createType('price_period').asEnum(['ONCE', 'MONTH', 'YEAR']).execute()

  await db.schema
    .createTable('deals')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 200`))
    .addColumn('slug', 'text', (col) => col.notNull().unique().check(sql`${IS_SLUG} and slug <> 'new'`))
    .addColumn('vendor_name', 'text', (col) => col.notNull().check(sql`char_length(vendor_name) between 1 and 200`))
    .addColumn('category_id', 'uuid', (col) => col.notNull().references('categories.id').onDelete('restrict'))
    .addColumn('platform_id', 'uuid', (col) => col.notNull().references('platforms.id').onDelete('restrict'))
    .addColumn('summary', 'text', (col) => col.check(sql`char_length(summary) between 1 and 500`))
    .addColumn('description', 'text', (col) => col.check(sql`char_length(description) between 1 and 20000`))
    .addColumn('original_price', 'numeric(12, 2)', (col) => col.check(sql`original_price between 0 and 9999999.99`))
    .addColumn('deal_price', 'numeric(12, 2)', (col) => col.check(sql`deal_price between 0 and 9999999.99`))
    .addColumn('currency', 'text', (col) => col.notNull().defaultTo('USD').check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('start_date', 'date', (col) => col.notNull())
    .addColumn('end_date', 'date')
    .addColumn('status', sql`deal_status`, (col) => col.notNull().defaultTo('ACTIVE'))
    .addColumn('tags', sql`text[]`, (col) => col.notNull().defaultTo('{}').check(ARE_TAGS))
    .addColumn('cta_url', 'text', (col) => col.notNull().check(isUrl('cta_url')))
    .addColumn('hero_image_url', 'text', (col) => col.check(IS_IMAGE))
    .addColumn('video_url', 'text', (col) => col.check(isUrl('video_url')))
    .addColumn('published', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('version', 'int4', (col) => col.notNull().defaultTo(1))
    .addColumn('review_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`review_count >= 0`))
    .addColumn('rating_sum', 'int4', (col) => col.notNull().defaultTo(0).check(sql`rating_sum >= 0`))
    .addColumn('change_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`change_count >= 0`))
    .addColumn('comment_count', 'int4', (col) => col.notNull().defaultTo(0).check(sql`comment_count >= 0`))
    .addColumn('rating_average', 'numeric(3, 2)', (col) =>
      col.generatedAlwaysAs(sql`round(rating_sum::numeric / nullif(review_count, 0), 2)`).stored(),
    )
    .addColumn('search_text', 'text', (col) => col.generatedAlwaysAs(SEARCH_TEXT).stored())
    .addColumn('category_path', sql`uuid[]`, (col) => col.notNull().defaultTo('{}'))
    .addColumn('checked_at', 'timestamptz')
    .addColumn('checked_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('imported_at', 'timestamptz')
    .addColumn('vendor_id', 'uuid', (col) => col.notNull().references('vendors.id').onDelete('restrict'))
    .addColumn('product_id', 'uuid', (col) => col.notNull().references('products.id').onDelete('restrict'))
    .addColumn('is_current', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('title_key', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('vendor_key', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('link_key', 'text')
    .addColumn('regular_price_period', sql`price_period`)
    .addColumn('coupon_code', 'text', (col) => col.check(sql`char_length(coupon_code) between 1 and 40`))
    .addColumn('coupon_note', 'text', (col) => col.check(sql`char_length(coupon_note) between 1 and 200`))
    .addColumn('lifetime_means', 'text', (col) =>
      col.check(sql`lifetime_means ~ '^(PRODUCT|COMPANY|ACCOUNT|([1-9]|[1-4][0-9]|50) YEARS)$'`),
    )
    .addColumn('refund_days', 'int2', (col) => col.check(sql`refund_days between 0 and 3650`))
    .addColumn('refund_from', sql`refund_start`)
    .addColumn('redeem_days', 'int2', (col) => col.check(sql`redeem_days between 1 and 3650`))
    .addColumn('stackable', 'boolean')
    .addColumn('max_codes', 'int2', (col) => col.check(sql`max_codes between 2 and 100`))
    .addColumn('transferable', 'boolean')
    .addColumn('future_versions', 'text', (col) => col.check(sql`char_length(future_versions) between 1 and 200`))
    .addColumn('shutdown_notice', 'text', (col) => col.check(sql`char_length(shutdown_notice) between 1 and 200`))
    .addColumn('terms_url', 'text', (col) => col.check(isUrl('terms_url')))
    .addColumn('terms_read_on', 'date')
    .addColumn('break_even_months', 'int4', (col) => col.generatedAlwaysAs(BREAK_EVEN_MONTHS).stored())
    .addCheckConstraint('a_deal_ends_after_it_starts', sql`end_date >= start_date`)
    .addCheckConstraint('only_a_published_deal_is_current', sql`published or not is_current`)
    .execute()
  await sql`
    comment on table deals is 'Lifetime deals; only published ones are public.';
    comment on column deals.vendor_name is 'As entered or imported; vendor_id is the vendor of that name.';
    comment on column deals.status is 'As set by staff. Visitors see the shown_status, which depends on the dates too.';
    comment on column deals.cta_url is 'The offer, behind the link /go/SLUG that counts clicks.';
    comment on column deals.version is
      'Counts the saves. A form of an older version is rejected instead of overwriting a newer one.';
    comment on column deals.review_count is 'Approved reviews, maintained by a trigger.';
    comment on column deals.rating_sum is 'Sum of the ratings of approved reviews, maintained by a trigger.';
    comment on column deals.change_count is 'Verified changes, maintained by a trigger.';
    comment on column deals.comment_count is 'Approved comments, maintained by a trigger.';
    comment on column deals.search_text is 'Title, vendor and summary, separated by U+001F so that no match spans two.';
    comment on column deals.category_path is 'The category_path of the category; set by triggers.';
    comment on column deals.checked_at is 'When staff last confirmed that the deal is as described; null if never.';
    comment on column deals.imported_at is 'When an import created the deal; null for deals that staff entered.';
    comment on column deals.is_current is
      'Whether lists show this offer of its product: open ones first, then the latest start date, then the newest. Set by refresh_current_offers.';
    comment on column deals.title_key is
      'The normalized title. With the vendor or link it decides which product a new deal joins. Empty for a title without letters and digits.';
    comment on column deals.vendor_key is 'The normalized vendor name, which identifies the vendor.';
    comment on column deals.link_key is
      'The product according to the link: a domain or the entry of a store; null if unknown.';
    comment on column deals.regular_price_period is
      'How often the original price is paid; null if the vendor does not say.';
    comment on column deals.lifetime_means is
      'Whose life "lifetime" means: PRODUCT, COMPANY, ACCOUNT, or a number of years such as "5 YEARS".';
    comment on column deals.refund_days is 'Null for the rule of the platform, if it has one; 0 for no refund.';
    comment on column deals.redeem_days is 'Within how many days of the purchase a code has to be redeemed.';
    comment on column deals.max_codes is 'How many codes can be stacked.';
    comment on column deals.terms_read_on is 'The day on which staff read the terms of the vendor.';
    comment on column deals.break_even_months is
      'After how many months of the regular price the deal has paid for itself.'
  `.execute(db)
}

async function createProsAndFaqs(db: Kysely<unknown>) {
  await db.schema.createType('pro_con_type').asEnum(['PRO', 'CON']).execute()

  await db.schema
    .createTable('deal_pros_cons')
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('type', sql`pro_con_type`, (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull().check(sql`char_length(text) between 1 and 500`))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 99`))
    .addPrimaryKeyConstraint('deal_pros_cons_pkey', ['deal_id', 'type', 'position'])
    .execute()
  await sql`comment on table deal_pros_cons is 'Pros and cons of a deal, in order.'`.execute(db)

  await db.schema
    .createTable('deal_faqs')
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('question', 'text', (col) => col.notNull().check(sql`char_length(question) between 1 and 300`))
    .addColumn('answer', 'text', (col) => col.notNull().check(sql`char_length(answer) between 1 and 3000`))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 99`))
    .addPrimaryKeyConstraint('deal_faqs_pkey', ['deal_id', 'position'])
    .execute()
  await sql`comment on table deal_faqs is 'Questions and answers of a deal, in order.'`.execute(db)
}

async function createPlans(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_plans')
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 7`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 60`))
    .addColumn('price', 'numeric(12, 2)', (col) => col.notNull().check(sql`price between 0 and 9999999.99`))
    .addColumn('codes', 'int2', (col) => col.check(sql`codes between 1 and 100`))
    .addPrimaryKeyConstraint('deal_plans_pkey', ['deal_id', 'position'])
    // Deferrable, so that one statement can swap the names of two plans.
    .addUniqueConstraint('plan_names_differ', ['deal_id', 'name'], (unique) => unique.deferrable())
    .execute()
  await sql`
    comment on table deal_plans is
      'Plans of a deal, also called tiers, in order. Prices are in the currency of the deal, whose price is that of one plan.';
    comment on column deal_plans.codes is 'How many codes a buyer needs; null if unknown.'
  `.execute(db)

  await db.schema
    .createTable('deal_plan_limits')
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('position', 'int2', (col) => col.notNull().check(sql`position between 0 and 19`))
    .addColumn('label', 'text', (col) => col.notNull().check(sql`char_length(label) between 1 and 80`))
    .addColumn('values', sql`text[]`, (col) => col.notNull().check(sql`cardinality("values") between 1 and 8`))
    .addPrimaryKeyConstraint('deal_plan_limits_pkey', ['deal_id', 'position'])
    .execute()
  await sql`
    comment on table deal_plan_limits is 'Limits in which the plans of a deal differ, such as seats, in order.';
    comment on column deal_plan_limits."values" is 'One for each plan, in their order; empty if unknown.'
  `.execute(db)
}

async function createRedirects(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_redirects')
    .addColumn('slug', 'text', (col) => col.primaryKey().check(IS_SLUG))
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('set null'))
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('deal_redirects_by_deal').on('deal_redirects').column('deal_id').execute()
  await sql`
    comment on table deal_redirects is
      'Former slugs of published deals. They redirect, or answer 410 Gone once the deal is deleted.';
    comment on column deal_redirects.deal_id is 'Null when the deal is deleted.';

    create function redirect_former_deal_slug() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.slug = new.slug then return null; end if;
      insert into deal_redirects (slug, deal_id, title)
      values (old.slug, case when tg_op = 'UPDATE' then old.id end, old.title)
      on conflict (slug) do update set deal_id = excluded.deal_id, title = excluded.title, created_at = now();
      return null;
    end $$;
    comment on function redirect_former_deal_slug is 'Redirects the former slug of a renamed or deleted deal.';
    create trigger deals_redirect_former_slugs after delete or update of slug on deals
      for each row when (old.published) execute function redirect_former_deal_slug();
    comment on trigger deals_redirect_former_slugs on deals is 'Former slugs of published deals stay reachable.'
  `.execute(db)
}

async function copyCategoryPaths(db: Kysely<unknown>) {
  await sql`
    create function set_category_path_of_deal() returns trigger language plpgsql as $$
    begin
      new.category_path := coalesce((select category_path from categories where id = new.category_id), '{}');
      return new;
    end $$;
    comment on function set_category_path_of_deal is 'Copies the path of the category to the deal.';
    create trigger deals_set_category_path before insert or update of category_id on deals
      for each row execute function set_category_path_of_deal();
    comment on trigger deals_set_category_path on deals is 'A new or moved deal gets the path of its category.';

    create function move_category_subtree() returns trigger language plpgsql as $$
    begin
      lock table deals in share row exclusive mode;
      update deals set category_path = new.category_path where category_id = new.id;
      update categories set category_path = new.category_path || id where parent_id = new.id;
      return null;
    end $$;
    comment on function move_category_subtree is
      'Updates the paths of the deals and children of a category. The lock waits for writers of deals that have read the former path.';
    create trigger categories_move_subtree after update on categories
      for each row when (old.category_path is distinct from new.category_path)
      execute function move_category_subtree();
    comment on trigger categories_move_subtree on categories is 'The deals and children of a category move with it.'
  `.execute(db)
}
