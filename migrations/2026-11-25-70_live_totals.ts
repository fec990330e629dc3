import { type Kysely, sql } from 'kysely'

/** Totals of contributions and members are counted when the analytics page is opened. */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from metric_totals where metric in ('reviews', 'comments', 'change_logs', 'profiles', 'ratings')`.execute(db)
  await sql`
    comment on column metric_totals.key is
      'The id of a deal, category or platform, or a referrer; empty for all clicks.'`.execute(db)
}
