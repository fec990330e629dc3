import { type Kysely, sql } from 'kysely'

/** The functions that write deals find or create their vendors and products, see app/features/catalog/products. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop trigger deals_join_product on deals;
    drop trigger deals_follow_vendor_name on deals;
    drop trigger deals_move_product_to_vendor on deals;
    drop trigger deals_forget_link_key on deals;
    drop function join_product();
    drop function follow_vendor_name();
    drop function move_product_to_vendor();
    drop function forget_link_key();
    drop function join_deals(uuid[], text[], text[], text[]);
    drop function find_or_create_product(text, text, uuid, text, text);
    drop function find_product(text, uuid, text);
    drop function find_or_create_vendor(text, text, text);
    drop function website_of(text);
    drop index deals_to_join;
    comment on column deals.title_key is
      'The normalized title. With the vendor or the link it decides which product a new deal joins. Empty for a title without letters and digits.';
  `.execute(db)
}
