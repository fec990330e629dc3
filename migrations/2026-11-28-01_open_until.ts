import { type Kysely, sql } from 'kysely'

/** Filters of a list as trailing keys, so that PostgreSQL checks them inside the index, in whatever order. */
const FILTERS = `category_id, platform_id, status, start_date, end_date, open_until, deal_price, deal_price_period, is_current,
  refund_days, stackable, break_even_months`

/** What decides whether a deal is open, and whether a list has it. */
const SHOWN = 'status, start_date, end_date, open_until, deal_price_period, is_current'

/** The indexes with `seen_on`, which are dropped together with the column. */
const INDEXES = {
  published_deals_by_date: `(created_at desc, id desc, ${FILTERS}) where published`,
  published_deals_by_price: `((coalesce(deal_price, 0)), id, ${FILTERS}) where published`,
  published_deals_by_end_date: `((coalesce(end_date, 'infinity')), id, ${FILTERS}) where published`,
  published_deals_by_break_even: `((coalesce(break_even_months, 2147483647)), id, ${FILTERS}) where published`,
  published_deals_by_rating: `((review_count >= 3) desc, (coalesce(rating_average, 0)) desc, review_count desc,
    created_at desc, id desc, ${FILTERS}, rating_average) where published`,
  published_deals_by_category: `(category_id, created_at desc, id desc, ${SHOWN}) where published`,
  published_deals_by_platform: `(platform_id, created_at desc, id desc, ${SHOWN}) where published`,
  published_deals_to_check: `(coalesce(end_date, 'infinity'), id, checked_at, status, start_date, end_date, open_until)
    where published and status <> 'EXPIRED'`,
  deals_by_product: '(product_id, published, start_date, status, end_date, open_until)',
}

/** Checks by staff are timestamps, and other confirmations are days. GREATEST ignores null. */
const CONFIRMED_ON = "greatest((checked_at at time zone 'UTC')::date, found_on)"

/**
 * An offer without an end date is open for 180 days after it was last confirmed, or for 60 days after its start if it
 * never was. Until now it was open for 365 days after it was last seen, where an import counted as seeing it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`drop trigger deals_refresh_current_offer on deals`.execute(db)
  await db.schema.alterTable('deals').dropColumn('seen_on').execute()
  await keepConfirmations(db)
  await db.schema
    .alterTable('deals')
    .addColumn('confirmed_on', 'date', (col) => col.generatedAlwaysAs(sql.raw(CONFIRMED_ON)).stored())
    .addColumn('open_until', 'date', (col) =>
      col
        .notNull()
        .generatedAlwaysAs(sql.raw(`coalesce(end_date, ${CONFIRMED_ON} + 180, start_date + 60)`))
        .stored(),
    )
    .execute()
  for (const [name, definition] of Object.entries(INDEXES)) {
    await sql.raw(`create index ${name} on deals ${definition}`).execute(db)
  }
  await sql`alter table import_staging rename column seen_on to confirmed_on`.execute(db)
  await sql`
    comment on column deals.found_on is
      'The newest day on which a visited page had the price on record, or a file or a merged offer says that the offer was confirmed.';
    comment on column deals.confirmed_on is
      'The newest day on which the offer was confirmed: by a check of staff, or found_on; null if never.';
    comment on column deals.open_until is
      'The last day on which the offer counts as open: its end date, else 180 days after confirmed_on, else 60 days after its start.';
    comment on column import_staging.confirmed_on is
      'A day on which the offer was confirmed, according to the file; the found_on of the deal.'
  `.execute(db)
  await replaceShownStatus(db)
  await replaceCurrentOffers(db)
  await sql`select refresh_current_offers(array(select product_id from deals where published))`.execute(db)
}

/**
 * `found_on` keeps pages with the recorded price and days from files, and loses the start dates that imports wrote to it.
 * A deal that staff entered before checks were recorded was confirmed on that day.
 */
async function keepConfirmations(db: Kysely<unknown>) {
  await sql`
    alter table deals disable trigger user;
    update deals set found_on = null where found_on <= start_date and imported_at is not null;
    update deals set found_on = greatest(found_on, (created_at at time zone 'UTC')::date)
      where imported_at is null and checked_at is null;
    alter table deals enable trigger user
  `.execute(db)
}

async function replaceShownStatus(db: Kysely<unknown>) {
  await sql`
    drop function shown_status(deal_status, date, date, date, date);
    create function shown_status(status deal_status, start_date date, end_date date, open_until date, today date)
      returns text language sql immutable parallel safe
      return case
        when status = 'EXPIRED' or end_date < today then 'EXPIRED'
        when start_date > today then 'UPCOMING'
        when open_until < today then 'UNCONFIRMED'
        when status = 'ENDING_SOON' or end_date <= today + 7 then 'ENDING_SOON'
        else 'ACTIVE'
      end;
    comment on function shown_status is 'The status that visitors see on a day. It is computed and never stored.'
  `.execute(db)
}

async function replaceCurrentOffers(db: Kysely<unknown>) {
  await sql`
    create or replace function refresh_current_offers(products uuid[]) returns int language plpgsql as $$
    declare
      current_ids uuid[];
      today date := (now() at time zone 'UTC')::date;
      changed int;
    begin
      -- Concurrent changes of other offers wait for this one, and then see it.
      perform from products as locked where id = any(refresh_current_offers.products) order by id for no key update;
      current_ids := array(
        select distinct on (product_id) id from deals
        where product_id = any(products) and published
        order by product_id, (status <> 'EXPIRED' and today between start_date and open_until) desc,
          deal_price_period = 'ONCE' desc, start_date desc, created_at desc, id desc);
      update deals set is_current = false
      where product_id = any(products) and is_current and id <> all(current_ids);
      update deals set is_current = true where id = any(current_ids) and not is_current;
      get diagnostics changed = row_count;
      return changed;
    end $$;

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
      elsif (old.published, old.status, old.start_date, old.open_until, old.deal_price_period)
          is distinct from (new.published, new.status, new.start_date, new.open_until, new.deal_price_period) then
        perform refresh_current_offers(array[new.product_id]);
      end if;
      return null;
    end $$;
    create trigger deals_refresh_current_offer
      after insert or delete or update of published, status, start_date, open_until, deal_price_period, product_id on deals
      for each row execute function refresh_current_offer();
    comment on trigger deals_refresh_current_offer on deals is 'These columns decide which offer is current.'
  `.execute(db)
}
