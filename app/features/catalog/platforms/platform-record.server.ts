import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { withSlug } from '~/features/catalog/deals/slug'
import { listDependentDeals } from '~/features/catalog/taxonomy/dependent-deals.server'
import type { RecordKind } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import { PLATFORM_FIELDS } from './platform'

export const platformForm = formOf(PLATFORM_FIELDS)
const form = platformForm.transform(withSlug('platform'))

export const PLATFORM: RecordKind<ReturnType<typeof form.parse>> = {
  noun: 'Platform',
  entity: 'platform',
  list: { to: '/admin/platforms', label: 'Manage Platforms' },
  description: 'A platform, its website and its rules.',
  role: 'staff',
  fields: PLATFORM_FIELDS,
  form,
  titleOf: ({ name }) => name,
  find: (executor, id) =>
    executor
      .selectFrom('platforms')
      .select(['name', 'slug', 'website_url', 'refund_days', 'refund_from', 'buyer_protection', 'version'])
      .where('id', '=', id)
      .$if(executor !== db, (query) => query.forUpdate())
      .executeTakeFirst(),
  insert: (trx, values) => trx.insertInto('platforms').values(values).returning('id').executeTakeFirstOrThrow(),
  update: (trx, id, values) =>
    trx
      .updateTable('platforms')
      .set({ ...values, version: sql`version + 1` })
      .where('id', '=', id)
      .execute(),
  async remove(trx, id) {
    await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'PLATFORM').where('entity_id', '=', id).execute()
    await trx.deleteFrom('platforms').where('id', '=', id).execute()
  },
  needsPassword: (values) => values === undefined,
  dependents: listDependents,
  taken: ({ slug }) => ({
    platforms_slug_key: ['slug', `Another platform has the slug ${slug}.`],
    platforms_name_key: ['name', 'Another platform has this name.'],
  }),
}

async function listDependents(executor: Executor, id: string) {
  const deals = await listDependentDeals('platform', id, executor)
  const programs = await executor.selectFrom('link_programs').select('name').where('platform_id', '=', id).execute()
  // Without a link: only admins can open it.
  const label = (name: string) => `the program “${name}” (admins change it under Links)`
  return [...deals, ...programs.map(({ name }) => ({ count: 1, label: label(name) }))]
}
