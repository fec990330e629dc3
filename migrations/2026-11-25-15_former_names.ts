import { type Kysely, sql } from 'kysely'

/** Redirects of categories and platforms store the former name too, so that imports find it. */
export async function up(db: Kysely<unknown>) {
  for (const noun of ['category', 'platform']) {
    const [redirects, id] = [`${noun}_redirects`, `${noun}_id`]
    await sql
      .raw(`
        alter table ${redirects} add name text;
        comment on column ${redirects}.name is
          'The name that the slug belonged to, by which imports find the ${noun}; null if it is not known.';
        create or replace function redirect_former_${noun}_slug() returns trigger language plpgsql as $$
        begin
          delete from ${redirects} where slug = new.slug;
          insert into ${redirects} (slug, name, ${id}) values (old.slug, old.name, old.id)
          on conflict (slug) do update set name = excluded.name, ${id} = excluded.${id};
          return null;
        end $$`)
      .execute(db)
  }
  await sql`
    update category_redirects set name = merged.name
    from (
      select distinct on (detail ->> 'slug') detail ->> 'slug' as slug, detail ->> 'name' as name
      from audit_log where action = 'category.merged' order by detail ->> 'slug', id desc
    ) as merged
    where merged.slug = category_redirects.slug`.execute(db)
}
