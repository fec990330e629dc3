import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { SeoEntityType } from '~/db/schema'
import { markIncomplete } from '~/http/current-request.server'
import { type Page, pageHead } from '~/http/page-head.server'
import { log } from '~/log.server'
import { outsideUrl } from '~/ui/outside-url'

/** The id of a row, or the path of a page. */
type Entity = { type: SeoEntityType; id: string }

/** The head of a page: what the staff wrote for it, and where they wrote nothing the page's own words (spec §7). */
export async function describePage(page: Page, entity: Entity = { type: 'PAGE', id: page.path }) {
  const own = await findSeoMetadata(entity)
  return pageHead({ ...page, image: outsideUrl(own?.og_image_url) ?? page.image }, own)
}

/** A page can be shown without these words, so trouble with them is only logged. */
async function findSeoMetadata(entity: Entity) {
  const rows = await seoMetadata(entity).catch((error: unknown) => {
    log.warn({ err: error }, 'A page is described without its own words')
    markIncomplete()
    return []
  })
  return rows.at(0)
}

const seoMetadata = prepare('seo_metadata', (given: Placeholders<Entity>) =>
  db
    .selectFrom('seo_metadata')
    .select(['meta_title', 'meta_description', 'og_title', 'og_description', 'og_image_url'])
    .where('entity_type', '=', given.type)
    .where('entity_id', '=', given.id),
)
