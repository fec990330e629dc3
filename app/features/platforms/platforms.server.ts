import { db } from '~/db/database.server'
import { oncePerVersion } from '~/db/once-per-version.server'

/** By name. */
export async function readPlatforms() {
  return db
    .selectFrom('platforms')
    .select(['id', 'name', 'slug', 'website_url'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The same as last remembered, for the pages that every visitor asks for. */
export const listPlatforms = oncePerVersion(readPlatforms)

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
