import { type Kysely, sql } from 'kysely'

/** Pictures of deals can be files of this site, stored as paths, so that they work under another address of the site. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table deals
      drop constraint deals_hero_image_url_check,
      add constraint deals_hero_image_url_check check (
        (hero_image_url ~* '^https?://[^[:space:]]+$' or hero_image_url ~ '^/[a-z0-9_-][a-z0-9/_-]*[.][a-z0-9]+$')
        and char_length(hero_image_url) <= 2048);
    update deals set hero_image_url = substring(hero_image_url, '/demo/[a-z-]+[.]svg$')
    where hero_image_url ~ '^https?://[^/]+/demo/[a-z-]+[.]svg$'
  `.execute(db)
}
