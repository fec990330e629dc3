import { db } from '~/db/database.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'
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
  const read = entity.type === 'PAGE' ? findPageTexts(entity.id) : findTexts(entity)
  return read.catch((error: unknown) => {
    log.warn({ err: error }, 'A page is described without its own words')
    markIncomplete()
    return undefined
  })
}

const TEXTS = ['meta_title', 'meta_description', 'og_title', 'og_description', 'og_image_url'] as const

async function findTexts(entity: Entity) {
  return (await textsOfEntity(entity)).at(0)
}

const textsOfEntity = prepare('seo_metadata', (given: Placeholders<Entity>) =>
  db.selectFrom('seo_metadata').select(TEXTS).where('entity_type', '=', given.type).where('entity_id', '=', given.id),
)

async function findPageTexts(path: string) {
  return (await listPageTexts()).find((page) => page.path === path)
}

/** The texts of all pages that are no deal, category or platform; they are few and cached by content version. */
const listPageTexts = memoizeByContentVersion(() =>
  db
    .selectFrom('seo_metadata')
    .select(['entity_id as path', ...TEXTS])
    .where('entity_type', '=', 'PAGE')
    .execute(),
)
