import { type Kysely, sql } from 'kysely'

const PLACES = { categories: 'category', platforms: 'platform' }

/** What the staff's lists of people, of the audit log, of categories and of platforms need. */
export async function up(db: Kysely<unknown>) {
  // People are found by any part of their name or address, with the same letters as deals.
  await sql`
    alter table profiles add column search_text text generated always as
      (search_fold(coalesce(name, '') || E'\\x1f' || email)) stored`.execute(db)
  await sql`
    create index profiles_search on profiles using gin (search_grams(search_text)) with (fastupdate = off)`.execute(db)
  await sql`alter index profiles_search alter column 1 set statistics 0`.execute(db)
  await sql`
    create index profiles_suspended on profiles (created_at desc, id desc) where status = 'SUSPENDED'`.execute(db)

  await sql`create index audit_of_kind on audit_log (entity_type, id)`.execute(db)
  await sql`create index audit_by_time on audit_log (created_at)`.execute(db)

  // An address that once showed a category or a platform leads to where it is now.
  for (const [table, noun] of Object.entries(PLACES)) {
    const [redirects, id] = [`${noun}_redirects`, `${noun}_id`]
    await db.schema
      .createTable(redirects)
      .addColumn('slug', 'text', (col) => col.primaryKey())
      .addColumn(id, 'uuid', (col) => col.notNull().references(`${table}.id`).onDelete('cascade'))
      .execute()
    await db.schema.createIndex(`${redirects}_of_${noun}`).on(redirects).column(id).execute()
    await sql`
      create function ${sql.raw(`keep_old_${noun}_slug`)}() returns trigger language plpgsql as $$
      begin
        delete from ${sql.table(redirects)} where slug = new.slug;
        insert into ${sql.table(redirects)} (slug, ${sql.ref(id)}) values (old.slug, old.id)
        on conflict (slug) do update set ${sql.ref(id)} = excluded.${sql.ref(id)};
        return null;
      end $$`.execute(db)
    await sql`
      create trigger renamed_slugs_are_kept after update of slug on ${sql.table(table)}
      for each row when (old.slug is distinct from new.slug)
      execute function ${sql.raw(`keep_old_${noun}_slug`)}()`.execute(db)
  }
}

export async function down(db: Kysely<unknown>) {
  for (const [table, noun] of Object.entries(PLACES)) {
    await sql`drop trigger renamed_slugs_are_kept on ${sql.table(table)}`.execute(db)
    await sql`drop function ${sql.raw(`keep_old_${noun}_slug`)}`.execute(db)
    await db.schema.dropTable(`${noun}_redirects`).execute()
  }
  for (const name of ['audit_by_time', 'audit_of_kind', 'profiles_suspended', 'profiles_search']) {
    await sql`drop index ${sql.raw(name)}`.execute(db)
  }
  await sql`alter table profiles drop column search_text`.execute(db)
}
