import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { SeoEntityType } from '~/db/schema'

const TABLES = { DEAL: 'deals', CATEGORY: 'categories', PLATFORM: 'platforms' } as const

/** The key of an entity in seo_metadata: the id of the row with that slug, or the path of a page. */
export async function findEntityId(type: SeoEntityType, entity: string, executor = db) {
  if (type === 'PAGE') return entity
  const row = await executor.selectFrom(TABLES[type]).select('id').where('slug', '=', entity).executeTakeFirst()
  return row?.id
}

/** The slug or path of an entity in seo_metadata; the id if the entity was deleted. */
export function entityOf(id: string, type: string) {
  // Compared as uuid, because the index does not cover the id's text.
  const uuid = sql`case when ${sql.ref(type)} <> 'PAGE' then ${sql.ref(id)}::uuid end`
  const slugs = Object.entries(TABLES).map(
    ([name, table]) => sql`when ${sql.lit(name)} then (select slug from ${sql.table(table)} where id = ${uuid})`,
  )
  return sql<string>`coalesce(case ${sql.ref(type)} ${sql.join(slugs, sql` `)} end, ${sql.ref(id)})`
}
