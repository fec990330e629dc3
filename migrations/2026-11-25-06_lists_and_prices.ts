import { type Kysely, sql } from 'kysely'

/** Every filter of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = `category_id, platform_id, status, start_date, end_date, deal_price, is_current,
  refund_days, stackable, break_even_months`

/** A deal whose break-even is unknown comes after all others. */
const BREAK_EVEN = 'coalesce(break_even_months, 2147483647)'

/** Public lists. Partial: visitors see nothing unpublished, and imports, which arrive unpublished, do not pay for them. */
const PUBLISHED = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS})`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS})`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS})`,
  published_deals_by_break_even: `((${BREAK_EVEN}), id, ${FILTERS})`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average)`,
  published_deals_by_category: '(category_id, created_at desc, id desc, is_current)',
  published_deals_by_platform: '(platform_id, created_at desc, id desc, is_current)',
  // Few deals are upcoming, and often none is: another order would be read to its end to find that out.
  published_deals_by_start_date: '(start_date, is_current, status, end_date)',
  published_deals_search:
    'using gin (search_text gin_trgm_ops, category_path, platform_id, tags) with (fastupdate = off)',
  published_deals_short_search: 'using gin (extract_short_ngrams(search_text)) with (fastupdate = off)',
}

/** Lists and figures for staff. They INCLUDE the filter columns so that an index-only scan suffices. */
const ALL = {
  deals_by_date: '(created_at desc, id desc) include (category_id, platform_id, status, published)',
  deals_by_category: '(category_id, created_at desc, id desc) include (platform_id, status, published, is_current)',
  deals_by_platform: '(platform_id, created_at desc, id desc) include (category_id, status, published, is_current)',
  deals_by_status: '(status, created_at desc, id desc) include (category_id, platform_id, published)',
  deals_search: "using gin ((fold_case(title || E'\\x1f' || vendor_name)) gin_trgm_ops)",
  draft_deals_by_date: '(created_at desc, id desc) include (category_id, platform_id, status) where not published',
  unexpired_deals_by_end_date: "(end_date desc, id desc) where status <> 'EXPIRED' and end_date is not null",
  published_deals_to_check: `(coalesce(end_date, 'infinity'), id, checked_at, status, start_date, end_date)
    where published and status <> 'EXPIRED'`,
  unpriced_deals_by_date: '(created_at desc, id desc) where published and deal_price is null',
  imageless_deals_by_date: '(created_at desc, id desc) where published and hero_image_url is null',
  priced_deals_by_currency: '(currency, is_current desc) where published and deal_price is not null',
  deals_by_checker: '(checked_by) where checked_by is not null',
}

/** For imports, suggestions and new deals, which look up vendors, products and links. */
const KEYS = {
  deals_by_product: '(product_id, published, start_date, status, end_date)',
  deals_by_vendor: '(vendor_id, published)',
  deals_by_title_key: '(title_key)',
  deals_by_link_key: '(link_key) where link_key is not null',
  // Links of shared hosts say nothing about the product, so they are compared as a whole.
  keyless_deals_by_host: '(link_host(cta_url)) where published and link_key is null',
}

/**
 * The indexes and statistics behind lists of deals, the status and the offers that they show, and the price history.
 */
export async function up(db: Kysely<unknown>) {
  await createIndexes(db)
  await createShownStatus(db)
  await chooseCurrentOffers(db)
  await createPriceHistory(db)
  await createPlanPriceHistory(db)
}

async function createIndexes(db: Kysely<unknown>) {
  for (const [name, definition] of Object.entries(PUBLISHED)) {
    await sql.raw(`create index ${name} on deals ${definition} where published`).execute(db)
  }
  for (const [name, definition] of Object.entries({ ...ALL, ...KEYS })) {
    await sql.raw(`create index ${name} on deals ${definition}`).execute(db)
  }
  await sql`
    create unique index one_current_offer_per_product on deals (product_id) where is_current;

    -- LIKE is estimated from the histogram: a fine one distinguishes frequent terms from rare ones.
    alter table deals alter column search_text set statistics 1000;
    alter table deals alter column tags set statistics 300;
    alter index deals_search alter column 1 set statistics 1000;
    -- The planner ignores the statistics of a partial expression index, and they would cost every ANALYZE seconds.
    alter index published_deals_short_search alter column 1 set statistics 0;

    -- Without these the planner estimates any range of prices or dates at half a percent of the deals.
    create statistics deals_price_statistics on (coalesce(deal_price, 0)) from deals;
    create statistics deals_end_date_statistics on (coalesce(end_date, 'infinity')) from deals;
    create statistics deals_break_even_statistics on (${sql.raw(BREAK_EVEN)}) from deals
  `.execute(db)
}

async function createShownStatus(db: Kysely<unknown>) {
  await sql`
    create function shown_status(status deal_status, start_date date, end_date date, today date)
      returns deal_status language sql immutable parallel safe
      return case
        when status = 'EXPIRED' or end_date < today then 'EXPIRED'::deal_status
        when start_date > today then 'UPCOMING'::deal_status
        when status = 'ENDING_SOON' or end_date <= today + 7 then 'ENDING_SOON'::deal_status
        else 'ACTIVE'::deal_status
      end;
    comment on function shown_status is 'The status that visitors see on a day. It is computed and never stored.'
  `.execute(db)
}

/** Lists show one offer of a product: the current one. */
async function chooseCurrentOffers(db: Kysely<unknown>) {
  await sql`
    create function refresh_current_offers(products uuid[]) returns int language plpgsql as $$
    declare
      current_ids uuid[];
      changed int;
    begin
      -- Concurrent changes of other offers wait for this one, and then see it.
      perform from products as locked where id = any(refresh_current_offers.products) order by id for no key update;
      current_ids := array(
        select distinct on (product_id) id from deals
        where product_id = any(products) and published
        order by product_id,
          shown_status(status, start_date, end_date, (now() at time zone 'UTC')::date) in ('ACTIVE', 'ENDING_SOON') desc,
          start_date desc, created_at desc, id desc);
      update deals set is_current = false
      where product_id = any(products) and is_current and id <> all(current_ids);
      update deals set is_current = true where id = any(current_ids) and not is_current;
      get diagnostics changed = row_count;
      return changed;
    end $$;
    comment on function refresh_current_offers is
      'Marks the current offers of these products as of today, in UTC, and returns how many changed.';

    create function refresh_current_offer() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
        if not found and old.is_current then perform refresh_current_offers(array[old.product_id]); end if;
      elsif tg_op = 'UPDATE' and old.product_id <> new.product_id then
        perform refresh_current_offers(array[old.product_id, new.product_id]);
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
      else
        perform refresh_current_offers(array[new.product_id]);
      end if;
      return null;
    end $$;
    comment on function refresh_current_offer is
      'Marks the current offer of the product of a deal, and deletes a product without offers.';
    create trigger deals_refresh_current_offer_of_new after insert on deals
      for each row when (new.published and not new.is_current) execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer_of_new on deals is 'A new offer may be the current one.';
    create trigger deals_refresh_current_offer after update of published, status, start_date, end_date, product_id on deals
      for each row when (
        (old.published, old.status, old.start_date, old.end_date, old.product_id)
          is distinct from (new.published, new.status, new.start_date, new.end_date, new.product_id))
      execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer on deals is 'These columns decide which offer is current.';
    create trigger deals_refresh_current_offer_of_rest after delete on deals
      for each row execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer_of_rest on deals is 'Another offer becomes the current one.';

    create function leave_lists() returns trigger language plpgsql as $$
    begin
      new.is_current := false;
      return new;
    end $$;
    comment on function leave_lists is
      'A draft, and an offer that moves to another product, is not current until refresh_current_offers decides.';
    create trigger deals_leave_lists before update of published, product_id on deals
      for each row when (new.is_current and (not new.published or old.product_id is distinct from new.product_id))
      execute function leave_lists();
    comment on trigger deals_leave_lists on deals is 'Lists never show a draft, nor two offers of a product.'
  `.execute(db)
}

async function createPriceHistory(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_price_points')
    .addColumn('id', 'bigint', (col) => col.generatedAlwaysAsIdentity())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('original_price', 'numeric(12, 2)', (col) => col.check(sql`original_price between 0 and 9999999.99`))
    .addColumn('deal_price', 'numeric(12, 2)', (col) => col.check(sql`deal_price between 0 and 9999999.99`))
    .addColumn('currency', 'text', (col) => col.notNull().check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('recorded_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('regular_price_period', sql`price_period`)
    .addPrimaryKeyConstraint('deal_price_points_pkey', ['deal_id', 'recorded_at', 'id'])
    .execute()
  await sql`
    comment on table deal_price_points is 'Price history: the prices of a deal each time they changed.';
    comment on column deal_price_points.id is 'The order of points of one transaction.';
    comment on column deal_price_points.regular_price_period is 'How the original price was paid; null when unknown.';

    -- An import changes thousands of deals in one statement. A session caches the plan of its first call, which is
    -- often for one deal; with a nested loop that plan would be quadratic.
    create function record_price_points() returns trigger language plpgsql set enable_nestloop = off as $$
    begin
      if tg_op = 'INSERT' then
        insert into deal_price_points (deal_id, original_price, regular_price_period, deal_price, currency)
        select id, original_price, regular_price_period, deal_price, currency from new_rows
        where deal_price is not null or original_price is not null;
      else
        insert into deal_price_points (deal_id, original_price, regular_price_period, deal_price, currency)
        select new_rows.id, new_rows.original_price, new_rows.regular_price_period, new_rows.deal_price,
          new_rows.currency
        from new_rows join old_rows on old_rows.id = new_rows.id
        where (new_rows.original_price, new_rows.deal_price, new_rows.currency)
            is distinct from (old_rows.original_price, old_rows.deal_price, old_rows.currency)
          or new_rows.original_price is not null
            and new_rows.regular_price_period is distinct from old_rows.regular_price_period;
      end if;
      return null;
    end $$;
    comment on function record_price_points is
      'Adds a price point for each deal with a first or another price, period or currency.';
    create trigger deals_record_first_prices after insert on deals
      referencing new table as new_rows for each statement execute function record_price_points();
    comment on trigger deals_record_first_prices on deals is 'The price history begins with the prices of a new deal.';
    create trigger deals_record_price_changes after update on deals
      referencing old table as old_rows new table as new_rows
      for each statement execute function record_price_points();
    comment on trigger deals_record_price_changes on deals is 'Changes of prices are added to the history.'
  `.execute(db)
}

/** Deferred to the end of the transaction, when the deal, its plans and its currency have their final values. */
async function createPlanPriceHistory(db: Kysely<unknown>) {
  await db.schema
    .createTable('plan_price_points')
    .addColumn('id', 'bigint', (col) => col.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('plan', 'text', (col) => col.notNull().check(sql`char_length(plan) between 1 and 60`))
    .addColumn('price', 'numeric(12, 2)', (col) => col.check(sql`price between 0 and 9999999.99`))
    .addColumn('currency', 'text', (col) => col.notNull().check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('recorded_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`
    comment on table plan_price_points is 'Price history: the price of a plan each time it changed.';
    comment on column plan_price_points.price is 'Null when the plan is no longer offered.';
    create index plan_price_points_by_deal on plan_price_points (deal_id, plan, recorded_at desc, id desc);

    create function settle_plan_prices() returns trigger language plpgsql as $$
    declare
      this_deal uuid;
      headline numeric;
      deal_currency text;
    begin
      if tg_table_name = 'deals' then this_deal := new.id;
      elsif tg_op = 'DELETE' then this_deal := old.deal_id;
      else this_deal := new.deal_id;
      end if;
      select deal_price, currency into headline, deal_currency from deals where id = this_deal;
      if not found then return null; end if;
      if exists (select from deal_plans where deal_id = this_deal)
        and not exists (select from deal_plans where deal_id = this_deal and price = headline) then
        raise exception 'The deal price must equal the price of one of its plans'
          using errcode = 'check_violation', constraint = 'deal_price_is_that_of_a_plan', table = 'deals';
      end if;
      insert into plan_price_points (deal_id, plan, price, currency)
      select this_deal, coalesce(present.name, latest.plan), present.price, deal_currency
      from (select name, price, position from deal_plans where deal_id = this_deal) as present
      full join (
        select distinct on (plan) plan, price, currency from plan_price_points
        where deal_id = this_deal order by plan, recorded_at desc, id desc
      ) as latest on latest.plan = present.name
      where latest.price is distinct from present.price
        or (present.price is not null and latest.currency <> deal_currency)
      order by present.position;
      return null;
    end $$;
    comment on function settle_plan_prices is
      'Requires the deal price to be that of a plan, and adds a price point for each plan with another price or currency.';
    create constraint trigger deal_plans_settle_prices after insert or update or delete on deal_plans
      deferrable initially deferred for each row execute function settle_plan_prices();
    comment on trigger deal_plans_settle_prices on deal_plans is 'Changes of plans are added to their price history.';
    create constraint trigger deals_settle_plan_prices after update of deal_price, currency on deals
      deferrable initially deferred for each row
      when (old.deal_price is distinct from new.deal_price or old.currency <> new.currency)
      execute function settle_plan_prices();
    comment on trigger deals_settle_plan_prices on deals is
      'The deal price is that of a plan, and plans have the currency of the deal.'
  `.execute(db)
}
