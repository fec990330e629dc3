import { type Kysely, sql } from 'kysely'

/** A page has one text: the newest version of each page becomes the page. */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from page_versions as earlier
      using page_versions as later where later.slug = earlier.slug and later.id > earlier.id;
    drop index page_versions_by_page;
    alter table page_versions rename to pages;
    alter table pages drop column id;
    alter table pages add primary key (slug);
    alter table pages rename column created_at to saved_at;
    do $$ declare name text; begin
      for name in select conname from pg_constraint where conrelid = 'pages'::regclass and conname like 'page_versions_%' loop
        execute format('alter table pages rename constraint %I to %I', name, replace(name, 'page_versions', 'pages'));
      end loop;
    end $$;
    alter trigger page_versions_announce_changes on pages rename to pages_announce_changes;
    alter trigger page_versions_announce_truncation on pages rename to pages_announce_truncation;
    comment on table pages is 'Texts of pages that staff wrote.';
    comment on column pages.author_id is 'Who saved it last.'
  `.execute(db)
}
