import type { Executor } from '~/db/executor'
import { withSlug } from '~/features/catalog/deals/slug'
import { listDependentDeals } from '~/features/catalog/taxonomy/dependent-deals.server'
import { recordTable } from '~/features/people/records/record-table.server'
import type { RecordKind } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import { PLATFORM_FIELDS } from './platform'

export const platformForm = formOf(PLATFORM_FIELDS)
const form = platformForm.transform((values) => withSlug(values, 'platform'))

type PlatformValues = ReturnType<typeof form.parse>

export const PLATFORM: RecordKind<PlatformValues> = {
  noun: 'Platform',
  entity: 'platform',
  list: { to: '/admin/platforms', label: 'Manage Platforms' },
  description: 'A platform, its website and its rules.',
  role: 'staff',
  form,
  titleOf: ({ name }) => name,
  ...recordTable<PlatformValues>('platforms', PLATFORM_FIELDS),
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
