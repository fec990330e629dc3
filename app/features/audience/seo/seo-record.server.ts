import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import type { SeoEntityType } from '~/db/schema'
import { recordTable } from '~/features/people/records/record-table.server'
import type { RecordKind } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import { line } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { siteUrl } from '~/http/page.server'
import { SEO_ENTITY_MAX, SEO_FIELDS, SEO_ROOTS, SEO_TYPE_LABELS, SEO_TYPES } from './seo'

// A pasted URL of this site is accepted in place of the slug.
const entity: Parser = (typed) => {
  const path = typed.replace(/^https?:\/\/[^/]+/i, '').replace(/(?<=.)\/$/, '')
  if (path.length > SEO_ENTITY_MAX) return new ValueError(`can have at most ${SEO_ENTITY_MAX} characters`)
  const isPlain = /^\/?([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(path)
  return isPlain ? path || '/' : new ValueError('can contain only lowercase letters, digits, hyphens and slashes')
}

const TEXTS = ['meta_title', 'meta_description', 'og_title', 'og_description', 'og_image_url'] as const
const description = line(SEO_FIELDS.meta_description.max)

const form = formOf(SEO_FIELDS, {
  entity_type: z.enum(SEO_TYPES, { error: 'Choose a type of page.' }),
  entity,
  meta_description: description,
  og_description: description,
})
  .refine((values) => TEXTS.some((name) => values[name] !== null), {
    path: ['meta_title'],
    error: 'Fill in at least one of the five texts.',
  })
  .transform((values) => ({ ...values, entity: withoutRoot(values.entity_type, values.entity) }))
type SeoValues = z.output<typeof form>

const TABLES = { DEAL: 'deals', CATEGORY: 'categories', PLATFORM: 'platforms' } as const

/** The key of an entity in seo_metadata: the id of the row with that slug, or the path of a page. */
export async function findEntityId(type: SeoEntityType, entity: string, executor: Executor = db) {
  if (type === 'PAGE') return entity
  const row = await executor.selectFrom(TABLES[type]).select('id').where('slug', '=', entity).executeTakeFirst()
  return row?.id
}

// Compared as uuid, because the index does not cover the id's text.
const ENTITY_ID = sql`case when entity_type <> 'PAGE' then entity_id::uuid end`

const SLUGS = Object.entries(TABLES).map(
  ([name, table]) => sql`when ${sql.lit(name)} then (select slug from ${sql.table(table)} where id = ${ENTITY_ID})`,
)

/** The slug or path of an entity in seo_metadata; the id if the entity was deleted. */
export const ENTITY = sql<string>`coalesce(case entity_type ${sql.join(SLUGS, sql` `)} end, entity_id)`

export const SEO_ENTRY: RecordKind<SeoValues, SeoValues, { site: string }> = {
  noun: 'Entry',
  entity: 'seo',
  list: { to: '/admin/seo', label: 'Manage SEO' },
  description: 'Title, description and image of a page.',
  role: 'staff',
  form,
  titleOf: ({ entity_type, entity }) => SEO_ROOTS[entity_type] + entity,
  ...recordTable<SeoValues>('seo_metadata', SEO_FIELDS, {
    columns: { entity: ENTITY },
    async rowOf({ entity, ...values }, trx) {
      return { ...values, entity_id: (await findEntityId(values.entity_type, entity, trx)) ?? entity }
    },
  }),
  more: async () => ({ site: siteUrl('') }),
  async check(trx, { values: { entity_type, entity } }) {
    if (await findEntityId(entity_type, entity, trx)) return undefined
    const message = `There is no ${SEO_TYPE_LABELS[entity_type].toLowerCase()} with this slug.`
    return { status: 400, fieldErrors: { entity: [message] } }
  },
  taken: () => ({
    one_seo_row_per_entity: ['entity', 'There is already an entry for this page. Edit that one.'],
  }),
}

function withoutRoot(type: SeoEntityType, entity: string) {
  if (type === 'PAGE') return entity.startsWith('/') ? entity : `/${entity}`
  return entity.split('/').at(-1)!
}
