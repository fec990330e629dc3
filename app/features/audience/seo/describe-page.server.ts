import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import type { SeoEntityType } from '~/db/schema'
import { markIncomplete } from '~/http/current-request.server'
import { type Page, pageHead } from '~/http/page.server'
import { log } from '~/log.server'
import { findRequestContext } from '~/request-context.server'
import { outsideUrl } from '~/ui/outside-url'

/** A row's id or a page's path. */
type Entity = { type: SeoEntityType; id: string }

/** The head of a page: the texts written by staff, or else the page's defaults (spec §7). */
export async function describePage(page: Page, entity: Entity = { type: 'PAGE', id: page.path }) {
  const own = await findSeoMetadata(entity)
  return pageHead({ ...page, image: outsideUrl(own?.og_image_url) ?? page.image }, own)
}

/** Errors are only logged, because a page can be shown without these texts. */
async function findSeoMetadata(entity: Entity) {
  // When the database has just failed this page, another query would only make it later.
  if (findRequestContext()?.dbError) return undefined
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
