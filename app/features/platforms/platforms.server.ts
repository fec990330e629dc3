import { db } from '~/db/database.server'
import { oncePerVersion } from '~/db/once-per-version.server'

export const listPlatforms = oncePerVersion(() =>
  db.selectFrom('platforms').select(['id', 'name', 'slug', 'website_url']).orderBy('name').orderBy('id').execute(),
)

export async function findPlatform(slug: string) {
  return db
    .selectFrom('platforms')
    .select(['id', 'name', 'slug', 'website_url'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Where the platform is now that once had this address. */
export async function findMovedPlatform(slug: string) {
  return db
    .selectFrom('platform_redirects')
    .innerJoin('platforms', 'platforms.id', 'platform_id')
    .select('platforms.slug')
    .where('platform_redirects.slug', '=', slug)
    .executeTakeFirst()
}
