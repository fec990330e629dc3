import { type Kysely, sql } from 'kysely'

/** The index behind the deals that staff have not checked for long, and behind the share of those they have. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index published_deals_to_check on deals
      (coalesce(end_date, 'infinity'), id, checked_at, status, start_date, end_date)
      where published and status <> 'EXPIRED'
  `.execute(db)
}
