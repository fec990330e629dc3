import { type Kysely, sql } from 'kysely'

/** The deals of an import are published from the staff's list, filtered by the import. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update imports set status = 'DONE', progress = 100 where status = 'PUBLISHING';
    alter table imports drop column published_count
  `.execute(db)
}
