import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { CategoryRow, PlatformRow } from './taxonomy-rows.server'

type Outcome = { outcome: 'created' | 'updated' | 'unchanged' }

/** Another category or platform has the name, ignoring case. */
export class NameTaken extends Error {}

/** The columns of the file. Others stay unchanged in existing rows. */
type Present = ReadonlySet<string>

/**
 * Creates or updates a category by slug. Undefined when the parent does not exist or would make a circle.
 *
 * @throws NameTaken
 */
export async function saveCategory({ name, slug, description, parent_slug }: CategoryRow, present: Present) {
  const newDescription = sql.ref(present.has('description') ? 'excluded.description' : 'categories.description')
  const newParent = sql.ref(present.has('parent_slug') ? 'excluded.parent_id' : 'categories.parent_id')
  // A former slug is that of the category it was renamed to or merged into.
  const parent = sql`coalesce((select id from categories where slug = ${parent_slug}),
    (select category_id from category_redirects where slug = ${parent_slug}))`
  return save(
    name,
    sql<Outcome>`
    with recursive line as (
      select id, slug, parent_id from categories where id = ${parent}
      union select categories.id, categories.slug, categories.parent_id
      from categories join line on line.parent_id = categories.id
    ),
    given as (
      select ${parent} as parent_id
      where ${parent_slug}::text is null
        or (exists (select from line) and not exists (select from line where slug = ${slug}))
    ),
    saved as (
      insert into categories (name, slug, description, parent_id)
      select ${name}, ${slug}, ${description}, parent_id from given
      on conflict (slug) do update
      set name = excluded.name, description = ${newDescription}, parent_id = ${newParent}
      where (categories.name, categories.description, categories.parent_id)
        is distinct from (excluded.name, ${newDescription}, ${newParent})
      returning xmax = 0 as is_new
    )
    select case when is_new then 'created' when is_new is null then 'unchanged' else 'updated' end as outcome
    from given left join saved on true`,
  )
}

/**
 * Creates or updates a platform by slug.
 *
 * @throws NameTaken
 */
export async function savePlatform({ name, slug, website_url }: PlatformRow, present: Present) {
  const newUrl = sql.ref(present.has('website_url') ? 'excluded.website_url' : 'platforms.website_url')
  return save(
    name,
    sql<Outcome>`
    with saved as (
      insert into platforms (name, slug, website_url) values (${name}, ${slug}, ${website_url})
      on conflict (slug) do update set name = excluded.name, website_url = ${newUrl}
      where (platforms.name, platforms.website_url) is distinct from (excluded.name, ${newUrl})
      returning xmax = 0 as is_new
    )
    select case when is_new then 'created' when is_new is null then 'unchanged' else 'updated' end as outcome
    from (select) as always left join saved on true`,
  )
}

async function save(name: string, statement: ReturnType<typeof sql<Outcome>>) {
  try {
    return (await statement.execute(db)).rows[0]?.outcome
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new NameTaken(`Another entry already has the name "${name}".`)
  }
}
