import { type Kysely, sql } from 'kysely'

/** Terms of one or two letters are looked for in the rows, which costs no index to keep. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index published_deals_short_search;
    drop function extract_short_ngrams`.execute(db)
}
