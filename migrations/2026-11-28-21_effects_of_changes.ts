import { type Kysely, sql } from 'kysely'

/** What a change means for people who own the product. Changes from before have none. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create type change_effect as enum ('BETTER', 'WORSE', 'NEITHER');
    alter table change_logs add column effect change_effect;
    comment on column change_logs.effect is
      'For people who own the product, as staff chose with the approval. Null where they did not, and before there was a choice.';
  `.execute(db)
}
