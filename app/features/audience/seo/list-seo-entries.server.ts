import { db } from '~/db/database.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { SEO_PAGE, SEO_TYPES, type SeoSearch } from './seo'
import { ENTITY, findEntityId } from './seo-record.server'

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
