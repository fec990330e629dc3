import { respondWithFile } from '~/http/files.server'
import { notFound } from '~/http/responses.server'
import {
  countPublishedDeals,
  listPagePaths,
  SITEMAP_LIMIT,
  versionOfSitemap,
  writeSitemap,
  writeSitemapIndex,
} from './sitemap.server'

const XML = 'application/xml'

/** One file for up to `limit` URLs, else an index: part 0 has the pages, the other parts deals. 404 for other parts. */
export async function respondWithSitemap(request: Request, limit = SITEMAP_LIMIT) {
  const part = new URL(request.url).searchParams.get('part')
  const [deals, paths] = await Promise.all([countPublishedDeals(), listPagePaths()])
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
