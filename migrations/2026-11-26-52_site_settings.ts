import { type Kysely, sql } from 'kysely'

/** What the site is called and where it is reached. One row; null is the default of the environment. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('site_settings')
    .addColumn('id', 'boolean', (col) => col.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn('name', 'text', (col) => col.check(sql`char_length(name) between 1 and 60 and name !~ '[\\n\\r]'`))
    .addColumn('tagline', 'text', (col) => col.check(sql`char_length(tagline) between 1 and 200`))
    .addColumn('footer_tagline', 'text', (col) => col.check(sql`char_length(footer_tagline) between 1 and 200`))
    .addColumn('contact_email', 'text', (col) => col.check(sql`char_length(contact_email) between 3 and 254`))
    .addColumn('vendors_email', 'text', (col) => col.check(sql`char_length(vendors_email) between 3 and 254`))
    .addColumn('privacy_email', 'text', (col) => col.check(sql`char_length(privacy_email) between 3 and 254`))
    .addColumn('mail_from', 'text', (col) => col.check(sql`char_length(mail_from) between 3 and 254`))
    .addColumn('links', 'jsonb', (col) =>
      col.notNull().defaultTo(sql`'[]'`).check(sql`jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= 6`),
    )
    .execute()
  await sql`
    comment on table site_settings is
      'Name, taglines, mailboxes and links of the site in at most one row. Null is the default of the program or environment.';
    comment on column site_settings.links is 'Outside links of the footer, as [{"label", "url"}].';
    create trigger site_settings_announce_changes after insert or update or delete on site_settings
      for each statement execute function announce_content_change();
    comment on trigger site_settings_announce_changes on site_settings is
      'Changes that visitors see are announced to the page caches.';
    create trigger site_settings_announce_truncation after truncate on site_settings
      for each statement execute function announce_content_change();
    comment on trigger site_settings_announce_truncation on site_settings is
      'TRUNCATE is announced to the page caches.'
  `.execute(db)
}
