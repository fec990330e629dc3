import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // While most keys are still to be computed, statistics say that all titles are equal, and a plan for any title would
  // read the whole table. A plan for the given title reads the few deals with that title.
  await sql`alter function find_product set plan_cache_mode = force_custom_plan`.execute(db)
  await sql`
    alter table imports add column product_matches jsonb;
    comment on column imports.product_matches is
      'What the dry run found out about products: rows that join one, look like one or repeat an offer.'`.execute(db)
}
