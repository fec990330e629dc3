import { type Kysely, sql } from 'kysely'

/** Lists the currencies of published prices without reading every deal. */
export async function up(db: Kysely<unknown>) {
  await sql`create index deals_currencies on deals (currency) where published and deal_price is not null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop index deals_currencies`.execute(db)
}
