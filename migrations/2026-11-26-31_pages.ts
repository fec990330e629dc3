import { type Kysely, sql } from 'kysely'

/** Texts of pages that staff write. Each save is a row, so that one table has the pages and their versions. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createType('footer_group').asEnum(['COMPANY', 'LEGAL']).execute()
  await db.schema
    .createTable('page_versions')
    .addColumn('id', 'bigint', (col) => col.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('slug', 'text', (col) => col.notNull().check(sql`char_length(slug) between 1 and 200`))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('description', 'text', (col) => col.check(sql`char_length(description) between 1 and 300`))
    .addColumn('footer_group', sql`footer_group`)
    .addColumn('body', 'text', (col) => col.check(sql`char_length(body) between 1 and 50000`))
    .addColumn('body_after', 'text', (col) => col.check(sql`char_length(body_after) between 1 and 50000`))
    .addColumn('author_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('only_privacy_has_a_text_after_its_list', sql`body_after is null or slug = 'privacy'`)
    .execute()
  await db.schema.createIndex('page_versions_by_page').on('page_versions').columns(['slug', 'id']).execute()
  await sql`
    comment on table page_versions is
      'Texts of pages that staff wrote. The newest row of a slug is the page; the others are its earlier versions.';
    comment on column page_versions.slug is
      'The path of a page of the program without its slash, such as "about", or the slug of /pages/{slug}.';
    comment on column page_versions.footer_group is 'The column of the footer that links the page; null for none.';
    comment on column page_versions.body is
      'Markdown. Without a body a page of the program has its original text, and the imprint is not published.';
    comment on column page_versions.body_after is 'Markdown below the list of data, which the program writes.';
    create trigger page_versions_announce_changes after insert or update or delete on page_versions
      for each row execute function announce_content_change();
    comment on trigger page_versions_announce_changes on page_versions is
      'Changes that visitors see are announced to the page caches.';
    create trigger page_versions_announce_truncation after truncate on page_versions
      for each statement execute function announce_content_change();
    comment on trigger page_versions_announce_truncation on page_versions is
      'TRUNCATE is announced to the page caches.'
  `.execute(db)
}
