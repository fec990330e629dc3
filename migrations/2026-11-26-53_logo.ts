import { type Kysely, sql } from 'kysely'

/** The logo for light and dark pages and the icon of the site. Null is that of the program. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('site_settings')
    .addColumn('logo_light_id', 'uuid', (col) => col.references('pictures.id'))
    .addColumn('logo_dark_id', 'uuid', (col) => col.references('pictures.id'))
    .addColumn('icon_id', 'uuid', (col) => col.references('pictures.id'))
    .execute()
  await sql`
    comment on column site_settings.logo_dark_id is 'Dark pages have the light logo without it.'
  `.execute(db)
}
