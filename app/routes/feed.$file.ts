import type { LoaderFunctionArgs } from '@remix-run/node'
import { writeRss } from '~/features/audience/feeds/rss'
import { readPrivateFeed } from '~/features/audience/private-addresses/private-feed.server'
import { findOwnerOf } from '~/features/people/sessions/private-addresses.server'
import { respondWithFile } from '~/http/files.server'
import { FEED_TYPES } from '~/http/page'
import { siteUrl } from '~/http/page.server'
import { notFound } from '~/http/responses.server'

/** `/feed/<token>.rss`: anyone with the link can read it, without signing in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const owner = await findOwnerOf(params.file, 'rss')
  if (!owner) throw notFound('Feed')
  const text = writeRss(await readPrivateFeed(owner.id, siteUrl(`/feed/${params.file}`)))
  return respondWithFile(request, { type: FEED_TYPES.rss, chunks: [text], isPrivate: true })
}
