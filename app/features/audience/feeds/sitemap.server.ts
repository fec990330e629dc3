import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { listVendorSlugs } from '~/features/catalog/vendors/vendors.server'
import { respondWithFile } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'
import { PUBLIC_PAGES } from '~/http/public-pages'
import { notFound } from '~/http/responses.server'
import { escapeXml } from './xml'

const XML = 'application/xml'

/**
 * One file for up to `limit` URLs, else an index: part 0 has the pages, the other parts deals. 404 for other parts.
 *
 * @param ownPaths those of pages that staff wrote
 */
export async function respondWithSitemap(request: Request, limit = SITEMAP_LIMIT, ownPaths: string[] = []) {
  const part = new URL(request.url).searchParams.get('part')
  const [deals, listed] = await Promise.all([countPublishedDeals(), listPagePaths()])
  const paths = [...listed, ...ownPaths]
  const parts = Math.ceil(deals / limit)
  if (part === null && deals + paths.length <= limit) return respondWithPart(request, paths, { from: 0, limit })
  if (part === null) return respondWithFile(request, { type: XML, chunks: writeSitemapIndex(parts) })
  if (part === '0') return respondWithPart(request, paths)

  const number = /^[1-9]\d{0,4}$/.test(part) ? Number(part) : Number.POSITIVE_INFINITY
  if (number > parts) throw notFound('Sitemap')
  return respondWithPart(request, [], { from: (number - 1) * limit, limit })
}

async function respondWithPart(request: Request, paths: string[], deals?: { from: number; limit: number }) {
  const { version, modified } = await versionOfSitemap(paths, deals)
  return respondWithFile(request, { type: XML, chunks: writeSitemap(paths, deals), version, modified })
}

/** The most URLs in one file (sitemaps.org). */
const SITEMAP_LIMIT = 50_000
/** Leaves room for the other pages in their file. */
const VENDOR_LIMIT = 40_000
const BATCH = 1_000
/** Comparing begins at a deal: without one, the page is of no use to a search engine. The imprint may be unwritten. */
const UNLISTED = ['/compare', '/imprint']
const PAGES = Object.keys(PUBLIC_PAGES).filter((path) => !path.includes(':') && !UNLISTED.includes(path))

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

async function countPublishedDeals() {
  const { count } = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('published', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** The paths of all pages except deals. Of more vendors than fit into one file, the first are listed. */
export async function listPagePaths() {
  const [categories, platforms, vendors] = await Promise.all([
    db.selectFrom('categories').select('slug').orderBy('slug').execute(),
    db.selectFrom('platforms').select('slug').orderBy('slug').execute(),
    listVendorSlugs(VENDOR_LIMIT),
  ])
  return [
    ...PAGES,
    ...categories.map(({ slug }) => `/categories/${slug}`),
    ...platforms.map(({ slug }) => `/platforms/${slug}`),
    ...vendors.map(({ slug }) => `/vendors/${slug}`),
  ]
}

function* writeSitemapIndex(parts: number) {
  yield `${HEAD}<sitemapindex ${XMLNS}>\n`
  for (let part = 0; part <= parts; part++) {
    yield `<sitemap><loc>${escapeXml(siteUrl(`/sitemap.xml?part=${part}`))}</loc></sitemap>\n`
  }
  yield '</sitemapindex>\n'
}

/** Writes paths, then deals from an offset, oldest first, so that new deals change the last part only. */
async function* writeSitemap(paths: string[], deals?: { from: number; limit: number }) {
  yield `${HEAD}<urlset ${XMLNS}>\n${paths.map((path) => toUrl(path)).join('')}`
  let after: { created: string; id: string } | undefined
  for (let left = deals?.limit ?? 0; left > 0; left -= BATCH) {
    const rows = await listDealsAfter(after, after ? 0 : deals!.from, Math.min(left, BATCH))
    yield rows.map(({ slug, updated_at }) => toUrl(`/deals/${slug}`, updated_at)).join('')
    after = rows.at(-1)
    if (rows.length < BATCH) break
  }
  yield '</urlset>\n'
}

async function listDealsAfter(after: { created: string; id: string } | undefined, offset: number, limit: number) {
  let query = db
    .selectFrom('deals')
    .select(['id', 'slug', 'updated_at', sql<string>`created_at::text`.as('created')])
    .where('published', '=', true)
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.created}::timestamptz, ${after.id}::uuid)`)
  return query.orderBy('created_at').orderBy('id').offset(offset).limit(limit).execute()
}

/** A hash of a part's content, computed in the database, and the time of its last change. */
async function versionOfSitemap(paths: string[], deals?: { from: number; limit: number }) {
  const hash = createHash('sha256').update(siteUrl(paths.join('\n')))
  if (!deals) return { version: hash.digest('base64url').slice(0, 27) }
  const listed = db
    .selectFrom('deals')
    .select(['slug', 'updated_at'])
    .where('published', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .offset(deals.from)
    .limit(deals.limit)
  const { sum, count, modified } = await db
    .selectFrom(listed.as('listed'))
    .select([
      sql<string | null>`sum(hashtextextended(slug || updated_at::text, 0)::numeric)::text`.as('sum'),
      sql<number>`count(*)`.as('count'),
      sql<Date | null>`max(updated_at)`.as('modified'),
    ])
    .executeTakeFirstOrThrow()
  const version = hash.update(`\n${sum} ${count}`).digest('base64url').slice(0, 27)
  return { version, modified: modified ?? undefined }
}

function toUrl(path: string, modified?: Date) {
  const lastmod = modified ? `<lastmod>${modified.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(siteUrl(path))}</loc>${lastmod}</url>\n`
}
