import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create index products_search on products using gin (fold_case(name) gin_trgm_ops)`.execute(db)
}
