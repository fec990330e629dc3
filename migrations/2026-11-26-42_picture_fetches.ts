import { type Kysely, sql } from 'kysely'

/** A job fetches the pictures of deals from other hosts, with three tries on three days. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('picture_fetches')
    .addColumn('deal_id', 'uuid', (col) => col.primaryKey().references('deals.id').onDelete('cascade'))
    .addColumn('url', 'text', (col) => col.notNull())
    .addColumn('host', 'text', (col) => col.notNull())
    .addColumn('due_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('tries', 'int2', (col) => col.notNull().defaultTo(0).check(sql`tries between 0 and 3`))
    .addColumn('problem', 'text')
    .execute()
  await sql`
    comment on table picture_fetches is 'Deals whose picture is not fetched yet, or could not be fetched.';
    comment on column picture_fetches.url is 'The address to fetch. Another address of the deal resets the row.';
    comment on column picture_fetches.host is 'The host of the address, in lower case. Each gets one request at a time.';
    comment on column picture_fetches.tries is 'Failed ones. After three, staff see the deal in freshness.';
    comment on column picture_fetches.problem is 'Why the last try failed.';
    create index picture_fetches_due on picture_fetches (host, due_at) where tries < 3;
    create index picture_fetches_failed on picture_fetches (deal_id) where tries = 3;
    create index deals_without_picture on deals (id) where picture_id is null and hero_image_url ilike 'http%'
  `.execute(db)
}
