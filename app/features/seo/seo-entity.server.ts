import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { SeoEntityType } from '~/db/schema'

const TABLES = { DEAL: 'deals', CATEGORY: 'categories', PLATFORM: 'platforms' } as const

/** What the row of an entity is stored under: the id of what has that slug, or the path of a page. */
export async function findEntityId(type: SeoEntityType, entity: string, executor = db) {
  if (type === 'PAGE') return entity
  const row = await executor.selectFrom(TABLES[type]).select('id').where('slug', '=', entity).executeTakeFirst()
  return row?.id
}

/** The other way round: by which slug or path people know what a row is about; the id of what is no longer there. */
export function entityOf(id: string, type: string) {
  // Compared as uuid, because the text of an id is in no index.
  const uuid = sql`case when ${sql.ref(type)} <> 'PAGE' then ${sql.ref(id)}::uuid end`
  const slugs = Object.entries(TABLES).map(
    ([name, table]) => sql`when ${sql.lit(name)} then (select slug from ${sql.table(table)} where id = ${uuid})`,
  )
  return sql<string>`coalesce(case ${sql.ref(type)} ${sql.join(slugs, sql` `)} end, ${sql.ref(id)})`
}
