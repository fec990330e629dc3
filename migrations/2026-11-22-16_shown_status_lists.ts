import { type Kysely, sql } from 'kysely'

/** Indexes behind the lists by shown status. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Ended deals need attention whatever their status, not only active ones.
    drop index active_deals_by_end_date;
    create index unexpired_deals_by_end_date on deals (end_date desc, id desc)
      where status <> 'EXPIRED' and end_date is not null;
    -- Few deals are upcoming, and often none is, which takes long to find out in an index in another order.
    create index published_deals_by_start_date on deals (start_date, status, end_date) where published
  `.execute(db)
}
