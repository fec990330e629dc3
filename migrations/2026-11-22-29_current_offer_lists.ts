import { type Kysely, sql } from 'kysely'

/** Lists of current offers count and find their deals in these indexes, which now tell which offers are current. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index published_deals_by_start_date;
    create index published_deals_by_start_date on deals (start_date, is_current, status, end_date) where published;
    drop index priced_deals_by_currency;
    create index priced_deals_by_currency on deals (currency, is_current desc)
      where published and deal_price is not null;
    drop index deals_by_category;
    create index deals_by_category on deals (category_id, created_at desc, id desc)
      include (platform_id, status, published, is_current);
    drop index deals_by_platform;
    create index deals_by_platform on deals (platform_id, created_at desc, id desc)
      include (category_id, status, published, is_current)
  `.execute(db)
}
