import { type Kysely, sql } from 'kysely'

/** Pairs that may be one product are found by a query; only the decision that two are different is stored. */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from product_pairs where not is_different;
    drop index suggested_product_pairs;
    drop index products_to_compare;
    alter table product_pairs drop column similarity, drop column is_different;
    alter table products drop column compared_at;
    alter table product_pairs rename to product_differences;
    alter table product_differences rename constraint product_pairs_pkey to product_differences_pkey;
    alter table product_differences rename constraint product_pairs_product_id_fkey to product_differences_product_id_fkey;
    alter table product_differences rename constraint product_pairs_other_id_fkey to product_differences_other_id_fkey;
    alter table product_differences rename constraint product_pairs_decided_by_fkey to product_differences_decided_by_fkey;
    alter index product_pairs_by_other rename to product_differences_by_other;
    alter index product_pairs_by_decider rename to product_differences_by_decider;
    comment on table product_differences is
      'Products that staff decided are not the same, so that they are not suggested as one.';

    do $$ begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      perform graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = 'compare_products'));
    end $$
  `.execute(db)
}
