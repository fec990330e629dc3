import { type Kysely, sql } from 'kysely'

/** A price point stores whether its original price is paid once, a month or a year. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deal_price_points add column regular_price_period price_period;
    comment on column deal_price_points.regular_price_period is
      'How the original price was paid. Null when unknown, as in older points with another original price.';
    update deal_price_points as points set regular_price_period = deals.regular_price_period
    from deals
    where deals.id = points.deal_id and deals.original_price = points.original_price
      and deals.currency = points.currency and deals.regular_price_period is not null;

    create or replace function record_price_points() returns trigger language plpgsql set enable_nestloop = off as $$
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
      'Adds a price point for each deal that is new with a price or whose price, its period or currency changed.'
  `.execute(db)
}
