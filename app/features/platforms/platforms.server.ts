import { db } from '~/db/database.server'

export async function listPlatforms() {
  return db
    .selectFrom('platforms')
    .select(['id', 'name', 'slug', 'website_url'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function findPlatform(slug: string) {
  return db
    .selectFrom('platforms')
    .select(['id', 'name', 'slug', 'website_url'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}
