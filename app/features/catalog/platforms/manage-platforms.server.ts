import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { choice, slug, wholeNumber } from '~/features/catalog/deals/field-parsers.server'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { REFUND_STARTS, TERM_DAYS_MAX } from '~/features/catalog/deals/terms'
import { countDealsUnder, listDependentDeals } from '~/features/catalog/taxonomy/dependent-deals.server'
import { PLATFORM_LIMITS } from '~/features/catalog/taxonomy/taxonomy'
import { fingerprint, removeAudited, saveAudited } from '~/features/people/audit/audited-rows.server'
import { address, line, optional, required } from '~/http/fields.server'
import type { Dependents } from '~/ui/dependents'
import { readPlatforms } from './platforms.server'

/** Every platform by name, with the number of its deals. */
export async function listManagedPlatforms() {
  const platforms = await readPlatforms()
  const counts = await countDealsUnder(
    'platform_id',
    platforms.map(({ id }) => id),
  )
  return platforms.map((platform) => ({ ...platform, deals: counts.get(platform.id) ?? 0 }))
}

/** A platform for its form, with its version and what depends on it. */
export async function findManagedPlatform(id: string) {
  const [row, dependents] = await Promise.all([findFields(db, id), listDependents(db, id)])
  return row && { ...row, version: fingerprint(row), dependents }
}

export async function savePlatform(actor: string, id: string | undefined, form: PlatformValues, version: string) {
  const values = { ...form, slug: form.slug ?? slugFromTitle(form.name, 'platform') }
  return saveAudited({
    actor,
    entity: 'platform',
    id,
    version,
    values,
    label: form.name,
    find: (trx, id) => findFields(trx, id, 'for update'),
    insert: (trx) => trx.insertInto('platforms').values(values).returning('id').executeTakeFirstOrThrow(),
    update: (trx, id) => trx.updateTable('platforms').set(values).where('id', '=', id).execute(),
    taken: {
      platforms_slug_key: { field: 'slug', message: `Another platform has the slug ${values.slug}.` },
      platforms_name_key: { field: 'name', message: 'Another platform has this name.' },
    },
  })
}

export async function removePlatform(actor: string, id: string) {
  return removeAudited({
    actor,
    entity: 'platform',
    id,
    find: async (trx) => (await findFields(trx, id, 'for update'))?.name,
    dependents: (trx) => listDependents(trx, id),
    remove: async (trx) => {
      await trx.deleteFrom('seo_metadata').where('entity_type', '=', 'PLATFORM').where('entity_id', '=', id).execute()
      await trx.deleteFrom('platforms').where('id', '=', id).execute()
    },
  })
}

async function listDependents(executor: Executor, id: string): Promise<Dependents[]> {
  const deals = await listDependentDeals('platform', id, executor)
  const programs = await executor.selectFrom('link_programs').select('name').where('platform_id', '=', id).execute()
  // Without a link: only admins can open it.
  const label = (name: string) => `the program “${name}” (admins change it under Links)`
  return [...deals, ...programs.map(({ name }) => ({ count: 1, label: label(name) }))]
}

async function findFields(executor: Executor, id: string, lock?: 'for update') {
  return executor
    .selectFrom('platforms')
    .select(['name', 'slug', 'website_url', 'refund_days', 'refund_from', 'buyer_protection'])
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
}

/**
 * The form of a platform. An empty slug is null: generate it from the name. The rules count for deals that state none of
 * their own.
 */
export const platformForm = z.object({
  name: required('Name', line(PLATFORM_LIMITS.name)),
  slug: optional('Slug', slug, null),
  website_url: optional('Website URL', address, null),
  refund_days: optional('Refund days', wholeNumber(0, TERM_DAYS_MAX), null),
  refund_from: optional('Refund counts from', choice(REFUND_STARTS), null),
  buyer_protection: optional('Buyer protection', line(PLATFORM_LIMITS.buyer_protection), null),
})
type PlatformValues = z.infer<typeof platformForm>
