import { type Kysely, sql } from 'kysely'

/**
 * Refreshes the current offers once for each statement instead of once for each row. A trigger with transition tables has
 * one event and no list of columns, so there are three.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_refresh_current_offer on deals;
    drop function refresh_current_offer();
    create function refresh_changed_offers() returns trigger language plpgsql as $$
    declare
      changed uuid[];
      left_products uuid[];
    begin
      if tg_op = 'INSERT' then
        changed := array(select distinct product_id from new_deals where published and not is_current);
      elsif tg_op = 'DELETE' then
        left_products := array(select distinct product_id from old_deals);
        changed := array(select distinct product_id from old_deals where is_current);
      else
        left_products := array(
          select distinct former.product_id from old_deals former join new_deals using (id)
          where former.product_id <> new_deals.product_id);
        changed := left_products || array(
          select distinct new_deals.product_id from old_deals former join new_deals using (id)
          where (former.published, former.status, former.start_date, former.open_until, former.deal_price_period,
              former.product_id)
            is distinct from (new_deals.published, new_deals.status, new_deals.start_date, new_deals.open_until,
              new_deals.deal_price_period, new_deals.product_id));
      end if;
      if cardinality(changed) > 0 then perform refresh_current_offers(changed); end if;
      if cardinality(left_products) > 0 then
        delete from products where id = any(left_products) and not exists (
          select from deals where deals.product_id = products.id);
      end if;
      return null;
    end $$;
    comment on function refresh_changed_offers is
      'Marks the current offers of the products of the deals that a statement changed, and deletes products without offers.';
    create trigger deals_refresh_offers_of_new after insert on deals
      referencing new table as new_deals for each statement execute function refresh_changed_offers();
    comment on trigger deals_refresh_offers_of_new on deals is 'A new offer may be the current one.';
    create trigger deals_refresh_offers after update on deals
      referencing old table as old_deals new table as new_deals
      for each statement execute function refresh_changed_offers();
    comment on trigger deals_refresh_offers on deals is 'Some columns decide which offer is current.';
    create trigger deals_refresh_offers_of_rest after delete on deals
      referencing old table as old_deals for each statement execute function refresh_changed_offers();
    comment on trigger deals_refresh_offers_of_rest on deals is 'Another offer becomes the current one.'
  `.execute(db)
}
