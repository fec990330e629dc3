import { type Kysely, sql } from 'kysely'

/**
 * Planning took most of the time of `find_product`. One plan serves all titles once the query leaves no choice but the
 * index of titles, whatever the statistics say while most keys are still to be computed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function find_product(title_key text, vendor_id uuid, link_key text) returns uuid
      language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    begin
      -- Deals without keys are many until a job has computed them, and equal to nothing.
      if title_key = '' then return null; end if;
      return (
        with titled as materialized (
          select deals.id, deals.created_at, deals.product_id, deals.vendor_id, deals.link_key from deals
          where deals.title_key = find_product.title_key)
        select titled.product_id from titled
        where (titled.vendor_id = find_product.vendor_id or titled.link_key = find_product.link_key)
          and titled.product_id is not null
        order by titled.created_at desc, titled.id desc limit 1);
    end $$`.execute(db)
}
