import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'

export const demoImageUrl = (file: string) => `${env.SITE_URL}/demo/${file}`

/**
 * Updates the URLs of demo images to the current SITE_URL. They are files of this site, but stored as absolute URLs
 * like all images. Other images stay unchanged.
 */
export async function moveDemoImages() {
  await sql`
    update deals set hero_image_url = ${env.SITE_URL} || substring(hero_image_url from '/demo/[a-z-]+[.]svg$')
    where hero_image_url ~ '^https?://[^/]+/demo/[a-z-]+[.]svg$' and hero_image_url not like ${`${env.SITE_URL}/%`}
  `.execute(db)
}
