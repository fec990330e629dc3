import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'

export const demoImageUrl = (file: string) => `${env.SITE_URL}/demo/${file}`

/**
 * The demo images are files of this site, stored by their full address as every image is. When the site has moved to
 * another port or host, their addresses move with it; images that an editor has put in stay as they are.
 */
export async function moveDemoImages() {
  await sql`
    update deals set hero_image_url = ${env.SITE_URL} || substring(hero_image_url from '/demo/[a-z-]+[.]svg$')
    where hero_image_url ~ '^https?://[^/]+/demo/[a-z-]+[.]svg$' and hero_image_url not like ${`${env.SITE_URL}/%`}
  `.execute(db)
}
