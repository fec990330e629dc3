import { type Kysely, sql } from 'kysely'

const RECORDS = ['categories', 'platforms', 'products', 'seo_metadata', 'link_programs', 'site_settings', 'pages']

/** A form says which version of a record it was made from, so that the second of two savers is told. */
export async function up(db: Kysely<unknown>) {
  for (const table of RECORDS) {
    await sql`alter table ${sql.table(table)} add column version int not null default 1`.execute(db)
    await sql`comment on column ${sql.table(table)}.version is 'Raised by each save.'`.execute(db)
  }
}
