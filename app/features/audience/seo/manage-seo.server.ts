import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { SeoEntityType } from '~/db/schema'
import { fingerprint, removeAudited, type SaveError, saveAudited } from '~/features/people/audit/audited-rows.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { SEO_PAGE, SEO_ROOTS, SEO_TYPE_LABELS, SEO_TYPES, type SeoSearch } from './seo'
import type { SeoValues } from './seo-form.server'

const TEXTS = ['meta_title', 'meta_description', 'og_title', 'og_description', 'og_image_url'] as const

/** One page of the rows, sorted by type, and their number up to a limit. */
export async function listSeoRows(search: SeoSearch) {
  const matches = await matchRows(search)
  const page = matches
    .select(['id', 'entity_type', 'entity_id', 'meta_title', 'og_title'])
    .orderBy('entity_type')
    .orderBy('entity_id')
    .offset((Math.min(search.page, COUNT_CAP / SEO_PAGE) - 1) * SEO_PAGE)
    .limit(SEO_PAGE)
  const [rows, { count }] = await Promise.all([
    // The entities are joined after the limit, for the rows of this page only.
    db
      .selectFrom(page.as('page'))
      .select(['id', 'entity_type', ENTITY.as('entity'), 'meta_title', 'og_title'])
      .orderBy('entity_type')
      .orderBy('entity_id')
      .execute(),
    db
      .selectFrom(
        matches
          .select('id')
          .limit(COUNT_CAP + 1)
          .as('rows'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.ceil(Math.min(count, COUNT_CAP) / SEO_PAGE) }
}

async function matchRows({ type, entity }: SeoSearch) {
  const rows = db.selectFrom('seo_metadata')
  const ofType = type ? rows.where('entity_type', '=', type) : rows
  if (entity === '') return ofType
  const ids = await Promise.all(SEO_TYPES.map((one) => findEntityId(one, entity)))
  return ofType.where(
    'entity_id',
    'in',
    ids.filter((id) => id !== undefined),
  )
}

export async function findSeoRow(id: string) {
  const row = await findFields(db, id)
  return row && { ...row, version: fingerprint(row) }
}

export async function saveSeoRow(actor: string, id: string | undefined, values: SeoValues, version: string) {
  const { entity_type, entity, ...texts } = values
  const entity_id = await findEntityId(entity_type, entity)
  if (!entity_id) return refuse(`There is no ${SEO_TYPE_LABELS[entity_type].toLowerCase()} with this slug.`)
  const row = { entity_type, entity_id, ...texts }
  return saveAudited({
    actor,
    entity: 'seo',
    id,
    version,
    values,
    label: SEO_ROOTS[entity_type] + entity,
    find: findFields,
    insert: (trx) => trx.insertInto('seo_metadata').values(row).returning('id').executeTakeFirstOrThrow(),
    update: (trx, id) => trx.updateTable('seo_metadata').set(row).where('id', '=', id).execute(),
    taken: {
      one_seo_row_per_entity: { field: 'entity', message: 'There is already an entry for this page. Edit that one.' },
    },
  })
}

const refuse = (message: string): SaveError => ({ status: 400, fieldErrors: { entity: [message] } })

export async function removeSeoRow(actor: string, id: string) {
  return removeAudited({
    actor,
    entity: 'seo',
    id,
    find: async (trx) => {
      const row = await findFields(trx, id)
      return row && SEO_ROOTS[row.entity_type] + row.entity
    },
    remove: (trx) => trx.deleteFrom('seo_metadata').where('id', '=', id).execute(),
  })
}

async function findFields(executor: Executor, id: string) {
  return executor
    .selectFrom('seo_metadata')
    .select(['entity_type', ENTITY.as('entity'), ...TEXTS])
    .where('id', '=', id)
    .$if(executor !== db, (query) => query.forUpdate())
    .executeTakeFirst()
}

const TABLES = { DEAL: 'deals', CATEGORY: 'categories', PLATFORM: 'platforms' } as const

/** The key of an entity in seo_metadata: the id of the row with that slug, or the path of a page. */
async function findEntityId(type: SeoEntityType, entity: string) {
  if (type === 'PAGE') return entity
  const row = await db.selectFrom(TABLES[type]).select('id').where('slug', '=', entity).executeTakeFirst()
  return row?.id
}

// Compared as uuid, because the index does not cover the id's text.
const ENTITY_ID = sql`case when entity_type <> 'PAGE' then entity_id::uuid end`

const SLUGS = Object.entries(TABLES).map(
  ([name, table]) => sql`when ${sql.lit(name)} then (select slug from ${sql.table(table)} where id = ${ENTITY_ID})`,
)

/** The slug or path of an entity in seo_metadata; the id if the entity was deleted. */
const ENTITY = sql<string>`coalesce(case entity_type ${sql.join(SLUGS, sql` `)} end, entity_id)`
