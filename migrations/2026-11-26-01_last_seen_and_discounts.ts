import { type Kysely, sql } from 'kysely'

/** Every filter of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = `category_id, platform_id, status, start_date, end_date, seen_on, deal_price, deal_price_period, is_current,
  refund_days, stackable, break_even_months`

/** A deal whose break-even is unknown comes after all others. */
const BREAK_EVEN = 'coalesce(break_even_months, 2147483647)'

/** What decides the shown status, and whether a list has the deal. */
const SHOWN = 'status, start_date, end_date, seen_on, deal_price_period, is_current'

/** The indexes of lists, with the new columns. */
const INDEXES = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS}) where published`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS}) where published`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS}) where published`,
  published_deals_by_break_even: `((${BREAK_EVEN}), id, ${FILTERS}) where published`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average) where published`,
  published_deals_by_category: `(category_id, created_at desc, id desc, ${SHOWN}) where published`,
  published_deals_by_platform: `(platform_id, created_at desc, id desc, ${SHOWN}) where published`,
  published_deals_by_start_date: '(start_date, is_current, deal_price_period, status, end_date) where published',
  published_deals_to_check: `(coalesce(end_date, 'infinity'), id, checked_at, status, start_date, end_date, seen_on)
    where published and status <> 'EXPIRED'`,
  deals_by_product: '(product_id, published, start_date, status, end_date, seen_on)',
}

const BREAK_EVEN_MONTHS = sql`
  case when original_price > 0 and deal_price > 0 and deal_price_period = 'ONCE' then
    case regular_price_period
      when 'MONTH' then ceil(deal_price / original_price)
      when 'YEAR' then ceil(deal_price * 12 / original_price)
    end
  end`

/**
 * The day on which an offer was last seen, the status "Not confirmed" that follows from it, discounts without a price, and
 * deals that are paid every month or year.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of Object.keys(INDEXES)) await sql.raw(`drop index ${name}`).execute(db)
  await addColumns(db)
  for (const [name, definition] of Object.entries(INDEXES)) {
    await sql.raw(`create index ${name} on deals ${definition}`).execute(db)
  }
  await replaceShownStatus(db)
  await replaceCurrentOffers(db)
  await recordPricePeriods(db)
}

async function addColumns(db: Kysely<unknown>) {
  // A generated column cannot get another expression before PostgreSQL 17.
  await db.schema.alterTable('deals').dropColumn('break_even_months').execute()
  await db.schema
    .alterTable('deals')
    .addColumn('discount_percent', 'int2', (col) => col.check(sql`discount_percent between 1 and 99`))
    .addColumn('deal_price_period', sql`price_period`, (col) => col.notNull().defaultTo('ONCE'))
    .addColumn('found_on', 'date')
    .execute()
  await db.schema
    .alterTable('deals')
    .addColumn('break_even_months', 'int4', (col) => col.generatedAlwaysAs(BREAK_EVEN_MONTHS).stored())
    // GREATEST ignores null. Reports of members raise it too: accepting them is a check.
    .addColumn('seen_on', 'date', (col) =>
      col
        .notNull()
        .generatedAlwaysAs(sql`
          greatest(least(start_date, (created_at at time zone 'UTC')::date), (checked_at at time zone 'UTC')::date, found_on)`)
        .stored(),
    )
    .execute()
  await db.schema
    .alterTable('deals')
    .addCheckConstraint('a_subscription_has_a_price', sql`deal_price_period = 'ONCE' or deal_price is not null`)
    .execute()
  await db.schema
    .alterTable('import_staging')
    .addColumn('discount_percent', 'int2')
    .addColumn('deal_price_period', sql`price_period`, (col) => col.notNull().defaultTo('ONCE'))
    .addColumn('seen_on', 'date')
    .execute()
  await sql`
    comment on column deals.break_even_months is
      'After how many months of the regular price the deal has paid for itself; null unless the deal is paid once.';
    comment on column deals.discount_percent is
      'The discount that the offer states. Not shown where both prices are known: then the saving is computed.';
    comment on column deals.deal_price_period is
      'How often the deal price is paid. Deals that are not paid once are subscriptions.';
    comment on column deals.found_on is
      'The newest day on which a visited page had the price on record, an import entered a later start date, or a file says that the offer was seen.';
    comment on column deals.seen_on is
      'The newest day on which somebody could vouch for the offer: its start, if it was entered later, a check, or found_on.';
    create statistics deals_break_even_statistics on (${sql.raw(BREAK_EVEN)}) from deals
  `.execute(db)
}

/** As text, because the status that staff store is never UNCONFIRMED. */
async function replaceShownStatus(db: Kysely<unknown>) {
  await sql`
    drop function shown_status(deal_status, date, date, date);
    create function shown_status(status deal_status, start_date date, end_date date, seen_on date, today date)
      returns text language sql immutable parallel safe
      return case
        when status = 'EXPIRED' or end_date < today then 'EXPIRED'
        when start_date > today then 'UPCOMING'
        when status = 'ENDING_SOON' or end_date <= today + 7 then 'ENDING_SOON'
        when end_date is null and seen_on < today - 365 then 'UNCONFIRMED'
        else 'ACTIVE'
      end;
    comment on function shown_status is 'The status that visitors see on a day. It is computed and never stored.'
  `.execute(db)
}

/** A subscription is current only where the product has no other open offer: most lists leave it out. */
async function replaceCurrentOffers(db: Kysely<unknown>) {
  await sql`
    create or replace function refresh_current_offers(products uuid[]) returns int language plpgsql as $$
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
          shown_status(status, start_date, end_date, seen_on, (now() at time zone 'UTC')::date)
            in ('ACTIVE', 'ENDING_SOON') desc,
          deal_price_period = 'ONCE' desc, start_date desc, created_at desc, id desc);
      update deals set is_current = false
      where product_id = any(products) and is_current and id <> all(current_ids);
      update deals set is_current = true where id = any(current_ids) and not is_current;
      get diagnostics changed = row_count;
      return changed;
    end $$;

    drop trigger deals_refresh_current_offer on deals;
    create or replace function refresh_current_offer() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.published and not new.is_current then perform refresh_current_offers(array[new.product_id]); end if;
      elsif tg_op = 'DELETE' then
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
        if not found and old.is_current then perform refresh_current_offers(array[old.product_id]); end if;
      elsif old.product_id <> new.product_id then
        perform refresh_current_offers(array[old.product_id, new.product_id]);
        delete from products where id = old.product_id
          and not exists (select from deals where product_id = old.product_id);
      elsif (old.published, old.status, old.start_date, old.end_date, old.seen_on, old.deal_price_period)
          is distinct from (new.published, new.status, new.start_date, new.end_date, new.seen_on, new.deal_price_period) then
        perform refresh_current_offers(array[new.product_id]);
      end if;
      return null;
    end $$;
    create trigger deals_refresh_current_offer
      after insert or delete
        or update of published, status, start_date, end_date, seen_on, deal_price_period, product_id on deals
      for each row execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer on deals is 'These columns decide which offer is current.';
    comment on column deals.is_current is
      'Whether lists show this offer of its product: open ones first, then those paid once, then the latest start date, then the newest. Set by refresh_current_offers.'
  `.execute(db)
}

async function recordPricePeriods(db: Kysely<unknown>) {
  await db.schema
    .alterTable('deal_price_points')
    .addColumn('deal_price_period', sql`price_period`, (col) => col.notNull().defaultTo('ONCE'))
    .execute()
  await sql`
    comment on column deal_price_points.deal_price_period is 'How often the deal price was paid.';

    create or replace function record_price_points() returns trigger language plpgsql set enable_nestloop = off as $$
    begin
      if tg_op = 'INSERT' then
        insert into deal_price_points
          (deal_id, original_price, regular_price_period, deal_price, deal_price_period, currency)
        select id, original_price, regular_price_period, deal_price, deal_price_period, currency from new_rows
        where deal_price is not null or original_price is not null;
      else
        insert into deal_price_points
          (deal_id, original_price, regular_price_period, deal_price, deal_price_period, currency)
        select new_rows.id, new_rows.original_price, new_rows.regular_price_period, new_rows.deal_price,
          new_rows.deal_price_period, new_rows.currency
        from new_rows join old_rows on old_rows.id = new_rows.id
        where (new_rows.original_price, new_rows.deal_price, new_rows.currency, new_rows.deal_price_period)
            is distinct from (old_rows.original_price, old_rows.deal_price, old_rows.currency, old_rows.deal_price_period)
          or new_rows.original_price is not null
            and new_rows.regular_price_period is distinct from old_rows.regular_price_period;
      end if;
      return null;
    end $$
  `.execute(db)
}
