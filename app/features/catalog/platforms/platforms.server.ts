import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
import { byName } from '~/ui/by-name'

/** All platforms, by name. */
export async function readPlatforms() {
  const platforms = await db.selectFrom('platforms').select(['id', 'name', 'slug', 'website_url']).execute()
  return platforms.sort(byName)
}

/** `readPlatforms` cached by content version, for public pages. */
export const listPlatforms = memoizeByContentVersion(readPlatforms)

export async function findPlatform(slug: string) {
  return db
    .selectFrom('platforms')
    .select(['id', 'name', 'slug', 'website_url', 'refund_days', 'refund_from', 'buyer_protection'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** The current slug of the platform that had this one before. */
export async function findMovedPlatform(slug: string) {
  return db
    .selectFrom('platform_redirects')
    .innerJoin('platforms', 'platforms.id', 'platform_id')
    .select('platforms.slug')
    .where('platform_redirects.slug', '=', slug)
    .executeTakeFirst()
}
