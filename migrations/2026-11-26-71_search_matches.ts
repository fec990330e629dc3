import { type Kysely, sql } from 'kysely'

/** Saved searches notify of new matches: which ones do, the deals to match next, and those already notified of. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('saved_searches')
    .addColumn('tells', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('timeouts', 'int2', (col) => col.notNull().defaultTo(0).check(sql`timeouts between 0 and 5`))
    .execute()
  await sql`
    comment on column saved_searches.tells is 'Whether the member is notified of new matches.';
    comment on column saved_searches.timeouts is 'Time-outs in a row. After five, tells is switched off.';
    create index saved_searches_by_query on saved_searches (md5(query))
  `.execute(db)

  await db.schema
    .createTable('deals_to_match')
    .addColumn('deal_id', 'uuid', (col) => col.primaryKey().references('deals.id').onDelete('cascade'))
    .addColumn('changed_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`
    comment on table deals_to_match is
      'Published deals whose offer changed, until a job has matched them against all saved searches.'
  `.execute(db)

  await db.schema
    .createTable('search_matches')
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('query_hash', 'uuid', (col) => col.notNull())
    .addColumn('changed_at', 'timestamptz', (col) => col.notNull())
    .addPrimaryKeyConstraint('one_match_per_deal_and_query', ['deal_id', 'query_hash'])
    .execute()
  await sql`
    comment on table search_matches is 'Deals that the savers of a query were notified of, each once.';
    comment on column search_matches.query_hash is 'The MD5 of saved_searches.query.';
    comment on column search_matches.changed_at is
      'The last matched change. Searches saved after it were not notified of the deal.'
  `.execute(db)
}
